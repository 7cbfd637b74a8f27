import { z } from 'zod';
import type { RunnableTool, WorkspaceFiles } from '@/lib/agent/ports';
import { defineTool } from '../define-tool';
import { matchGlob } from './match-glob';
import { globOf } from './path-argument';

const mostListed = 500;

export function listFilesTool(files: WorkspaceFiles): RunnableTool {
  return defineTool({
    name: 'list_files',
    description: 'Lists the files of this chat with their sizes: what the user attached and what was written here.',
    input: z.object({ glob: globOf.optional() }),
    category: 'filesystem',
    riskLevel: 'safe',
    permission: 'files.read',
    render: 'table',
    execute: async ({ glob }, { userId, sessionId }) => {
      const all = await files.list(userId, sessionId);
      const fitting = glob === undefined ? all : all.filter((file) => matchGlob(glob, file.path));
      const listed = fitting.slice(0, mostListed).map((file) => ({
        path: file.path,
        size: file.size,
        media_type: file.mediaType,
        updated_at: new Date(file.updatedAt).toISOString(),
      }));
      return { files: listed, total: fitting.length };
    },
  });
}
