import { z } from 'zod';
import type { RunnableTool, WorkspaceFile, WorkspaceFiles } from '@/lib/agent/ports';
import { decodeText } from '@/lib/ir';
import { defineTool } from '../define-tool';
import { runInWorker } from '../workers/run-in-worker';
import { matchGlob } from './match-glob';
import { globOf } from './path-argument';

/** Of all files that one call looks into. */
const mostBytes = 60 * 1024 * 1024;
const limitPerFileMs = 2_000;

const input = z.object({
  query: z.string().min(1).max(500).describe('What to look for, within one line'),
  mode: z.enum(['literal', 'regex']).default('literal').describe('regex: a JavaScript regular expression'),
  glob: globOf.optional(),
  case_sensitive: z.boolean().default(false).describe('Whether A differs from a'),
  limit: z.number().int().min(1).max(200).default(50).describe('How many lines to return'),
});

interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

interface SearchResult {
  readonly hits: readonly Hit[];
  readonly files_searched: number;
  /** There is more than was looked at or returned. */
  readonly truncated: boolean;
}

interface FileHits {
  readonly hits: readonly Omit<Hit, 'path'>[];
  readonly hasMore: boolean;
}

/** In a thread of its own: a pattern that never ends is stopped, and nothing else waits for it. */
function searchText(
  text: string,
  args: z.output<typeof input>,
  of: { limit: number; userId: string; signal: AbortSignal },
) {
  return runInWorker<FileHits>({
    program: 'search-files',
    input: {
      text,
      query: args.query,
      isRegex: args.mode === 'regex',
      isCaseSensitive: args.case_sensitive,
      limit: of.limit,
    },
    userId: of.userId,
    signal: of.signal,
    timeoutMs: limitPerFileMs,
    memoryMb: 256,
    isReusable: true,
  });
}

function chosen(all: readonly WorkspaceFile[], glob: string | undefined): { files: WorkspaceFile[]; isWhole: boolean } {
  const fitting = glob === undefined ? all : all.filter((file) => matchGlob(glob, file.path));
  let room = mostBytes;
  const files = fitting.filter((file) => {
    room -= file.size;
    return room >= 0;
  });
  return { files, isWhole: files.length === fitting.length };
}

export function searchFilesTool(files: WorkspaceFiles): RunnableTool {
  return defineTool({
    name: 'search_files',
    description: 'Finds lines in the text files of this chat by words or by a regular expression.',
    input,
    category: 'filesystem',
    riskLevel: 'safe',
    permission: 'files.read',
    render: 'table',
    execute: async (args, { userId, sessionId, signal }): Promise<SearchResult> => {
      const { files: within, isWhole } = chosen(await files.list(userId, sessionId), args.glob);
      const hits: Hit[] = [];
      for (const [index, { path }] of within.entries()) {
        const file = await files.read(userId, sessionId, path);
        if (file === null) continue;
        const text = decodeText(file.bytes)?.text ?? '';
        const found = await searchText(text, args, { limit: args.limit - hits.length, userId, signal });
        hits.push(...found.hits.map((hit) => ({ path, ...hit })));
        const isFull = found.hasMore || hits.length >= args.limit;
        if (isFull) return { hits, files_searched: index + 1, truncated: found.hasMore || index + 1 < within.length };
      }
      return { hits, files_searched: within.length, truncated: !isWhole };
    },
    summarize: ({ hits, files_searched: searched, truncated }) => {
      const lines = hits.map(({ path, line, text }) => `${path}:${line}: ${text}`);
      const head = `${hits.length} lines in ${searched} files${truncated ? ', there may be more' : ''}`;
      return [head, ...lines].join('\n');
    },
  });
}
