import { z } from 'zod';
import type { RunnableTool, WorkspaceFile, WorkspaceFiles } from '@/lib/agent/ports';
import { decodeText } from '@/lib/ir';
import { defineTool } from '../define-tool';
import { pathOf } from './path-argument';

const mostShownBytes = 64 * 1024;

const input = z.object({
  file_path: pathOf,
  content: z.string().max(1_000_000).describe('Text of the file; with append what is added at its end'),
  mode: z
    .enum(['create', 'overwrite', 'append'])
    .default('create')
    .describe('create fails when the file exists; overwrite replaces it; append adds at its end'),
});

interface WriteResult {
  readonly path: string;
  readonly size: number;
  readonly is_new: boolean;
  readonly mode: 'create' | 'overwrite' | 'append';
  /** For people: what was there and what is now, when both are short enough to be compared. */
  readonly change?: { readonly before: string; readonly after: string };
}

interface Before {
  readonly text: string;
  readonly size: number;
}

async function textBefore(files: WorkspaceFiles, of: { userId: string; sessionId: string; path: string }) {
  const file = await files.read(of.userId, of.sessionId, of.path);
  if (file === null) return { text: '', size: 0 };
  return { text: file.size > mostShownBytes ? '' : (decodeText(file.bytes)?.text ?? ''), size: file.size };
}

function changeOf(before: Before, args: z.output<typeof input>, saved: WorkspaceFile): Pick<WriteResult, 'change'> {
  if (before.size > mostShownBytes || saved.size > mostShownBytes) return {};
  const after = args.mode === 'append' ? before.text + args.content : args.content;
  return { change: { before: before.text, after } };
}

export function writeFileTool(files: WorkspaceFiles): RunnableTool {
  return defineTool({
    name: 'write_file',
    description:
      'Writes a text file into the workspace of this chat, where the user can see and download it. The user is asked first and sees what changes.',
    input,
    category: 'filesystem',
    riskLevel: 'medium',
    permission: 'files.write',
    requiresPermission: true,
    idempotent: false,
    // The model is told about the path and the size only.
    returnsUntrusted: false,
    execute: async (args, { userId, sessionId }): Promise<WriteResult> => {
      const before = await textBefore(files, { userId, sessionId, path: args.file_path });
      const bytes = new TextEncoder().encode(args.content);
      const saved = await files.write(userId, sessionId, { path: args.file_path, bytes, mode: args.mode });
      const done = { path: saved.path, size: saved.size, is_new: saved.isNew, mode: args.mode };
      return { ...done, ...changeOf(before, args, saved) };
    },
    summarize: ({ path, size, is_new: isNew }) => `${isNew ? 'Created' : 'Changed'} ${path} (now ${size} bytes).`,
  });
}
