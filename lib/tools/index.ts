import type {
  KnowledgeSearch,
  MemoryStore,
  NoteStore,
  RunnableTool,
  SettingsSource,
  TaskStore,
  ToolSource,
  WebAccess,
  WebSearchSource,
  WorkspaceFiles,
} from '@/lib/agent/ports';
import { createAnalyzeCsv } from './analyze-csv';
import { calculate } from './calculate';
import { createFetchUrl } from './fetch-url';
import { mathAdd } from './math-add';
import { createMemoryTools } from './memory';
import { createNoteTools } from './notes';
import { createQueryData } from './query-data';
import { createRagSearch } from './rag-search';
import { runCode } from './run-code';
import { systemEcho } from './system-echo';
import { systemSleep } from './system-sleep';
import { createTaskTools } from './tasks';
import { createWebSearch } from './web-search';
import { createWorkspaceTools } from './workspace';

export interface ToolDependencies {
  readonly notes: NoteStore;
  readonly tasks: TaskStore;
  readonly memories: MemoryStore;
  readonly files: WorkspaceFiles;
  readonly knowledge: KnowledgeSearch;
  readonly settings: SettingsSource;
  readonly web: WebAccess;
  readonly webSearch: WebSearchSource;
  /** Also offers what exists only to try the runtime. */
  readonly testTools?: boolean;
}

/** The built-in tools, as far as the user's settings offer them. */
export function createTools(dependencies: ToolDependencies): ToolSource {
  const memoryTools = {
    off: createMemoryTools(dependencies.memories, 'off'),
    confirm: createMemoryTools(dependencies.memories, 'confirm'),
    automatic: createMemoryTools(dependencies.memories, 'automatic'),
  };
  const always: RunnableTool[] = [
    systemEcho,
    mathAdd,
    calculate,
    runCode,
    ...createNoteTools(dependencies.notes),
    ...createTaskTools(dependencies.tasks),
    ...createWorkspaceTools(dependencies.files),
    createAnalyzeCsv(dependencies.files),
    createQueryData(dependencies.files),
    createRagSearch(dependencies.knowledge),
    createFetchUrl(dependencies.web),
    ...(dependencies.testTools ? [systemSleep] : []),
  ];
  return {
    list: async (userId, of) => {
      const [{ memoryMode }, engine] = await Promise.all([
        dependencies.settings.load(userId, of),
        dependencies.webSearch(userId, of),
      ]);
      return [...always, ...memoryTools[memoryMode], ...(engine ? [createWebSearch(engine)] : [])];
    },
  };
}
