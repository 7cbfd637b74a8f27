import type { ToolView } from '@/lib/client/resources';
import type { PlainMessageKey, Translate } from '@/lib/i18n';

/** What the built-in tools do, in the words of the one who uses them. */
export const toolAbout = {
  'system.echo': 'tools.about.echo',
  'system.sleep': 'tools.about.sleep',
  'math.add': 'tools.about.add',
  calculate: 'tools.about.calculate',
  run_code: 'tools.about.runCode',
  'notes.create': 'tools.about.notesCreate',
  'notes.update': 'tools.about.notesUpdate',
  'notes.move': 'tools.about.notesMove',
  'notes.delete': 'tools.about.notesDelete',
  'notes.read': 'tools.about.notesRead',
  'notes.list': 'tools.about.notesList',
  'notes.search': 'tools.about.notesSearch',
  'tasks.create': 'tools.about.tasksCreate',
  'tasks.update': 'tools.about.tasksUpdate',
  'tasks.list': 'tools.about.tasksList',
  read_file: 'tools.about.readFile',
  list_files: 'tools.about.listFiles',
  search_files: 'tools.about.searchFiles',
  write_file: 'tools.about.writeFile',
  analyze_csv: 'tools.about.analyzeCsv',
  query_data: 'tools.about.queryData',
  fetch_url: 'tools.about.fetchUrl',
  web_search: 'tools.about.webSearch',
  'rag.search': 'tools.about.ragSearch',
  'skills.load': 'tools.about.skillsLoad',
  'skills.read_file': 'tools.about.skillsRead',
  'memory.save': 'tools.about.memorySave',
  'memory.search': 'tools.about.memorySearch',
} as const satisfies Record<string, PlainMessageKey>;

/** What a permission lets tools do. */
const permissionAbout = {
  'notes.read': 'tools.permission.notesRead',
  'notes.write': 'tools.permission.notesWrite',
  'notes.delete': 'tools.permission.notesDelete',
  'tasks.read': 'tools.permission.tasksRead',
  'tasks.write': 'tools.permission.tasksWrite',
  'knowledge.read': 'tools.permission.knowledgeRead',
  'skills.read': 'tools.permission.skillsRead',
  'files.read': 'tools.permission.filesRead',
  'files.write': 'tools.permission.filesWrite',
  'memory.read': 'tools.permission.memoryRead',
  'memory.write': 'tools.permission.memoryWrite',
  'network.request': 'tools.permission.network',
  'code.execute': 'tools.permission.code',
  'secrets.use': 'tools.permission.secrets',
} as const satisfies Record<string, PlainMessageKey>;

function keyIn<Table extends Record<string, PlainMessageKey>>(table: Table, name: string): PlainMessageKey | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}

/** Null for tools that others have described: their own words are all there is. */
export function aboutTool({ name, origin }: Pick<ToolView, 'name' | 'origin'>, t: Translate): string | null {
  const key = origin === null ? keyIn(toolAbout, name) : null;
  return key && t(key);
}

export function aboutPermission(permission: string, t: Translate): string | null {
  const key = keyIn(permissionAbout, permission);
  return key && t(key);
}
