import { z } from 'zod';
import type { RunnableTool, WorkspaceFiles } from '@/lib/agent/ports';
import { decodeText, MetonaFailure, type TextEncoding } from '@/lib/ir';
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
  readonly encoding: TextEncoding;
  readonly content: string;
  readonly first_line?: number;
  readonly last_line?: number;
  readonly total_lines?: number;
  readonly truncated: boolean;
}

function textOf({ path, bytes }: { path: string; bytes: Uint8Array }) {
  const decoded = decodeText(bytes);
  if (decoded !== null) return decoded;
  throw new MetonaFailure({
    code: 'invalid_request',
    message: `${path} is no text that can be read`,
    retryable: false,
  });
}

function partOf(result: ReadResult): string {
  const { path, total_lines: total, first_line: first, last_line: last, truncated } = result;
  const size = `${result.size} bytes${result.encoding === 'utf-8' ? '' : ` in ${result.encoding}`}`;
  const rest = truncated ? '; more follows, read on from there' : '';
  if (total === undefined) return `${path} (${size}, a part by bytes${rest})`;
  if (last === 0) return `${path} (${size}, ${total} lines; nothing at line ${first})`;
  return `${path} (${size}, lines ${first}–${last} of ${total}${rest})`;
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
    render: 'text',
    maxResultChars: maxChars + 2_000,
    execute: async (args, { userId, sessionId }): Promise<ReadResult> => {
      const file = await files.read(userId, sessionId, args.file_path);
      if (file === null) throw await noSuchFile(files, { userId, sessionId, path: args.file_path });
      const { text, encoding } = textOf(file);
      const about = { path: file.path, media_type: file.mediaType, size: file.size, encoding };
      if (args.byte_offset !== undefined || args.byte_length !== undefined) {
        const range = { offset: args.byte_offset ?? 0, length: args.byte_length ?? maxChars };
        // Of another encoding the bytes of its text in UTF-8 are counted, in which no sign is cut.
        const bytes = encoding === 'utf-8' ? file.bytes : new TextEncoder().encode(text);
        const truncated = range.offset + range.length < bytes.byteLength;
        return { ...about, content: readBytes(bytes, range), truncated };
      }
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
