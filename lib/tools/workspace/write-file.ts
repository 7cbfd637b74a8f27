import { z } from 'zod';
import type { RunnableTool, WorkspaceFile, WorkspaceFiles } from '@/lib/agent/ports';
import { decodeText, normalisePath } from '@/lib/ir';
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

/** Which file it is, and what it holds, in one line. */
async function basisOf(files: WorkspaceFiles, given: string, of: { userId: string; sessionId: string }) {
  const checked = normalisePath(given);
  const path = checked.ok ? checked.path : given;
  const file = (await files.list(of.userId, of.sessionId)).find((found) => found.path === path);
  return `${file?.sha256 ?? '-'} ${path}`;
}

/** What the file must still hold: what it held when the user was asked, unless he chose another path since. */
function expectedBy(basis: string | undefined, given: string): { expectedSha256?: string | null } {
  const [, sha256, path] = /^(\S+) (.*)$/s.exec(basis ?? '') ?? [];
  const checked = normalisePath(given);
  if (sha256 === undefined || !checked.ok || checked.path !== path) return {};
  return { expectedSha256: sha256 === '-' ? null : sha256 };
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
    basisOf: ({ file_path: path }, of) => basisOf(files, path, of),
    execute: async (args, { userId, sessionId, basis }): Promise<WriteResult> => {
      const before = await textBefore(files, { userId, sessionId, path: args.file_path });
      const bytes = new TextEncoder().encode(args.content);
      const expected = expectedBy(basis, args.file_path);
      const saved = await files.write(userId, sessionId, { path: args.file_path, bytes, mode: args.mode, ...expected });
      const done = { path: saved.path, size: saved.size, is_new: saved.isNew, mode: args.mode };
      return { ...done, ...changeOf(before, args, saved) };
    },
    summarize: ({ path, size, is_new: isNew }) => `${isNew ? 'Created' : 'Changed'} ${path} (now ${size} bytes).`,
  });
}
