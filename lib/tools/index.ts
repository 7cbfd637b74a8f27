import type {
  MemoryStore,
  NoteStore,
  RunnableTool,
  SettingsSource,
  ToolSource,
  WorkspaceFiles,
} from '@/lib/agent/ports';
import { mathAdd } from './math-add';
import { createMemoryTools } from './memory';
import { createNoteTools } from './notes';
import { systemEcho } from './system-echo';
import { systemSleep } from './system-sleep';

export interface ToolDependencies {
  readonly notes: NoteStore;
  readonly memories: MemoryStore;
  readonly files: WorkspaceFiles;
  readonly settings: SettingsSource;
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
    ...createNoteTools(dependencies.notes),
    ...(dependencies.testTools ? [systemSleep] : []),
  ];
  return {
    list: async (userId) => {
      const { memoryMode } = await dependencies.settings.load(userId);
      return [...always, ...memoryTools[memoryMode]];
    },
  };
}
