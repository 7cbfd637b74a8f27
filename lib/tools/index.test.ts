import { describe, expect, it } from 'vitest';
import type {
  MemoryStore,
  NoteRecord,
  NoteStore,
  RunSettings,
  TaskStore,
  ToolContext,
  WebSearchEngine,
  WorkspaceFiles,
} from '@/lib/agent/ports';
import { toolContext as context } from '@/tests/support/tool-context';
import { createTools } from './index';

const noFiles: WorkspaceFiles = {
  list: async () => [],
  read: async () => null,
  readStream: async () => null,
  write: async () => Promise.reject(new Error('there is no workspace here')),
};

const noTasks: TaskStore = {
  create: async () => Promise.reject(new Error('there are no tasks here')),
  update: async () => null,
  list: async () => ({ items: [], nextCursor: null }),
};

function world(
  memoryMode: RunSettings['memoryMode'] = 'confirm',
  testTools = false,
  engine: WebSearchEngine | null = null,
) {
  const rows: (NoteRecord & { userId: string })[] = [];
  const saved: unknown[] = [];
  const notes: NoteStore = {
    create: async (userId, note) => {
      const id = `note_${rows.length}`;
      const row = { ...note, id, userId, folder: note.folder ?? '', revision: 1, createdAt: 0, updatedAt: 0 };
      rows.push(row);
      return row;
    },
    read: async (userId, id) => rows.find((row) => row.userId === userId && row.id === id) ?? null,
    readWithBlocks: async (userId, id) => {
      const note = rows.find((row) => row.userId === userId && row.id === id);
      return note ? { note, blocks: [] } : null;
    },
    change: async () => null,
    delete: async () => false,
    folders: async () => [],
    list: async (userId, { limit }) => ({
      items: rows.filter((row) => row.userId === userId).slice(0, limit),
      nextCursor: null,
    }),
    search: async () => [],
  };
  const memories: MemoryStore = {
    save: async (userId, memory) => {
      saved.push({ userId, ...memory });
      return { id: 'mem_1', createdAt: 0, ...memory };
    },
    search: async () => [],
    noteUse: async () => undefined,
  };
  const source = createTools({
    notes,
    tasks: noTasks,
    memories,
    files: noFiles,
    knowledge: { search: () => Promise.reject(new Error('there is nothing to search here')) },
    settings: { load: async () => ({ policy: {}, memoryMode }) },
    web: () => Promise.reject(new Error('there is no web here')),
    webSearch: async () => engine,
    testTools,
  });
  const run = async (name: string, args: Record<string, unknown>, as: Partial<ToolContext> = {}) => {
    const tool = (await source.list('anna')).find((candidate) => candidate.def.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    expect(tool.check(args)).toEqual({ ok: true, args });
    return tool.execute(args, { ...context, ...as });
  };
  return { source, rows, saved, run };
}

const namesOf = async (source: ReturnType<typeof world>['source']) =>
  (await source.list('anna')).map((tool) => tool.def.name);

describe('createTools', () => {
  it('offers the built-in tools, memory only while it is on, sleep only for tests', async () => {
    expect(await namesOf(world().source)).toEqual([
      'system.echo',
      'math.add',
      'calculate',
      'run_code',
      'notes.create',
      'notes.read',
      'notes.list',
      'notes.search',
      'notes.update',
      'notes.move',
      'notes.delete',
      'tasks.create',
      'tasks.update',
      'tasks.list',
      'read_file',
      'list_files',
      'search_files',
      'write_file',
      'analyze_csv',
      'query_data',
      'rag.search',
      'fetch_url',
      'memory.save',
      'memory.search',
    ]);
    expect(await namesOf(world('off', true).source)).toEqual([
      'system.echo',
      'math.add',
      'calculate',
      'run_code',
      'notes.create',
      'notes.read',
      'notes.list',
      'notes.search',
      'notes.update',
      'notes.move',
      'notes.delete',
      'tasks.create',
      'tasks.update',
      'tasks.list',
      'read_file',
      'list_files',
      'search_files',
      'write_file',
      'analyze_csv',
      'query_data',
      'rag.search',
      'fetch_url',
      'system.sleep',
    ]);
  });

  it('offers a search of the web only to those who have set one up', async () => {
    const engine: WebSearchEngine = { name: 'brave', host: 'search.example', search: async () => [] };
    expect(await namesOf(world().source)).not.toContain('web_search');
    expect(await namesOf(world('confirm', false, engine).source)).toContain('web_search');
  });

  it('asks before it writes notes and never runs that twice', async () => {
    const tools = await world().source.list('anna');
    const create = tools.find((tool) => tool.def.name === 'notes.create')?.def;
    expect(create).toMatchObject({
      permission: 'notes.write',
      requiresPermission: true,
      riskLevel: 'medium',
      idempotent: false,
    });
    expect(create?.parameters.required).toEqual(['title']);
    expect(tools.find((tool) => tool.def.name === 'notes.list')?.def.parameters.properties.limit?.maximum).toBe(1000);
  });

  it('echoes and adds', async () => {
    const { run } = world();
    expect((await run('system.echo', { text: 'hello tool' })).result).toEqual({ text: 'hello tool' });
    expect(await run('math.add', { left: 1, right: 2 })).toEqual({ result: { sum: 3 }, summary: '3' });
  });

  it('writes notes of the caller only, and lists every title once', async () => {
    const { run, rows } = world();
    await run('notes.create', { title: 'groceries' });
    expect(rows).toMatchObject([{ userId: 'anna', title: 'groceries', content: '' }]);
    const text = JSON.stringify((await run('notes.list', { limit: 1000 })).result);
    expect(text.split('groceries')).toHaveLength(2);
    await expect(run('notes.read', { id: 'note_0' }, { userId: 'ben' })).rejects.toThrow('there is no note');
  });

  it('proposes a memory, and keeps it at once only in automatic mode', async () => {
    const careful = world('confirm');
    await careful.run('memory.save', { content: 'likes tea' });
    expect(careful.saved).toMatchObject([
      { userId: 'anna', status: 'proposed', type: 'semantic', importance: 0.5, sessionId: 's_1' },
    ]);
    const automatic = world('automatic');
    await automatic.run('memory.save', { content: 'likes tea' });
    expect(automatic.saved).toMatchObject([{ status: 'active' }]);
  });

  it('situation 23: settles every tool soon after it was told to stop', async () => {
    const { source } = world('automatic', true);
    const args: Readonly<Record<string, unknown>> = {
      text: 'x',
      left: 1,
      right: 2,
      ms: 60_000,
      title: 't',
      content: 'c',
    };
    for (const tool of await source.list('anna')) {
      const stop = new AbortController();
      const settled = tool.execute(args, { ...context, signal: stop.signal }).then(
        () => 'settled',
        () => 'settled',
      );
      stop.abort();
      const tooLate = new Promise((resolve) => setTimeout(resolve, 1_000, 'too late'));
      expect([tool.def.name, await Promise.race([settled, tooLate])]).toEqual([tool.def.name, 'settled']);
    }
  });

  it('stops sleeping when it is told to', async () => {
    const { run } = world('off', true);
    await expect(run('system.sleep', { ms: 60_000 }, { signal: AbortSignal.timeout(20) })).rejects.toThrow(/abort/i);
  });
});
