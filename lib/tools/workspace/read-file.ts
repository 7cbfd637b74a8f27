import { z } from 'zod';
import type { RunnableTool, WorkspaceFiles } from '@/lib/agent/ports';
import { defineTool } from '../define-tool';
import { noSuchFile } from './no-such-file';
import { pathOf } from './path-argument';
import { readBytes, readLines } from './read-lines';

const maxChars = 48_000;

const input = z.object({
  file_path: pathOf,
  first_line: z.number().int().min(1).max(100_000_000).default(1).describe('First line to read, from 1'),
  lines: z.number().int().min(1).max(10_000).default(2_000).describe('How many lines to read'),
  byte_offset: z.number().int().min(0).max(100_000_000).optional().describe('Read bytes from here instead of lines'),
  byte_length: z.number().int().min(1).max(maxChars).optional().describe('How many bytes to read from byte_offset'),
});

interface ReadResult {
  readonly path: string;
  readonly media_type: string;
  readonly size: number;
  readonly content: string;
  readonly first_line?: number;
  readonly last_line?: number;
  readonly total_lines?: number;
  readonly truncated: boolean;
}

function partOf({ path, size, total_lines: total, first_line: first, last_line: last, truncated }: ReadResult): string {
  const rest = truncated ? '; more follows, read on from there' : '';
  if (total === undefined) return `${path} (${size} bytes, a part by bytes${rest})`;
  if (last === 0) return `${path} (${size} bytes, ${total} lines; nothing at line ${first})`;
  return `${path} (${size} bytes, lines ${first}–${last} of ${total}${rest})`;
}

export function readFileTool(files: WorkspaceFiles): RunnableTool {
  return defineTool({
    name: 'read_file',
    description:
      'Reads a text file of this chat: what the user attached and what was written here. Paths are relative, such as data.csv or reports/june.md. Reads the first 2000 lines unless told otherwise.',
    input,
    category: 'filesystem',
    riskLevel: 'safe',
    permission: 'files.read',
    maxResultChars: maxChars + 2_000,
    execute: async (args, { userId, sessionId }): Promise<ReadResult> => {
      const file = await files.read(userId, sessionId, args.file_path);
      if (file === null) throw await noSuchFile(files, { userId, sessionId, path: args.file_path });
      const about = { path: file.path, media_type: file.mediaType, size: file.size };
      if (args.byte_offset !== undefined || args.byte_length !== undefined) {
        const range = { offset: args.byte_offset ?? 0, length: args.byte_length ?? maxChars };
        const truncated = range.offset + range.length < file.size;
        return { ...about, content: readBytes(file.bytes, range), truncated };
      }
      const text = new TextDecoder().decode(file.bytes);
      const found = readLines(text, { first: args.first_line, count: args.lines, maxChars });
      return {
        ...about,
        content: found.content,
        first_line: found.firstLine,
        last_line: found.lastLine,
        total_lines: found.totalLines,
        truncated: found.isCut || (found.lastLine > 0 && found.lastLine < found.totalLines),
      };
    },
    summarize: (result) => `${partOf(result)}\n\n${result.content}`,
  });
}
