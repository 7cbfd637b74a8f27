import type { RunnableTool, WorkspaceFiles } from '@/lib/agent/ports';
import { listFilesTool } from './list-files';
import { readFileTool } from './read-file';
import { searchFilesTool } from './search-files';
import { writeFileTool } from './write-file';

export function createWorkspaceTools(files: WorkspaceFiles): RunnableTool[] {
  return [readFileTool(files), listFilesTool(files), searchFilesTool(files), writeFileTool(files)];
}
