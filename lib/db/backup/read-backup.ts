import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { BackupError, describeFileFailure } from './failure';
import {
  type BackupEnd,
  type BackupHeader,
  END_OF_ROWS,
  endSchema,
  FORMAT_VERSION,
  headerSchema,
  sectionSchema,
} from './format';
import type { TableShape } from './tables';

const LINE_FEED = 0x0a;

export interface BackupReader {
  header: BackupHeader;
  /** Each section's rows have to be read before the next one; they come with their line feeds. */
  sections: AsyncIterable<{ shape: TableShape; rows: AsyncIterable<Buffer> }>;
  /** After the last section. */
  end: () => BackupEnd;
}

/** Opens a backup and passes it to `work`; whatever is wrong with the file becomes a sentence. */
export async function readBackup<T>(path: string, work: (reader: BackupReader) => Promise<T>): Promise<T> {
  const file = createReadStream(path);
  const text = createGunzip();
  file.on('error', (error) => text.destroy(error));
  const lines = splitLines(file.pipe(text));
  try {
    const header = parseHeader(path, await nextLine(path, lines));
    let end: BackupEnd | null = null;
    const sections = readSections(path, lines, (found) => {
      end = found;
    });
    return await work({ header, sections, end: () => end ?? damaged(path) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) damaged(path, error);
    if (error instanceof Error && 'syscall' in error) throw describeFileFailure('read', path, error);
    throw error;
  } finally {
    await lines.return(undefined).catch(() => undefined);
    file.destroy();
    text.destroy();
  }
}

export function readHeader(path: string): Promise<BackupHeader> {
  return readBackup(path, async ({ header }) => header);
}

function damaged(path: string, cause?: unknown): never {
  throw new BackupError(`${path} is damaged or not a whole backup of Metona.`, cause);
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const line = chunk.subarray(from, at + 1);
      yield rest.length === 0 ? line : Buffer.concat([...rest, line]);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

async function nextLine(path: string, lines: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { done, value } = await lines.next();
  return done ? damaged(path) : value;
}

function parseLine<Schema extends z.ZodType>(path: string, line: Buffer, schema: Schema): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(line.toString('utf8'));
  } catch (error) {
    damaged(path, error);
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? parsed.data : damaged(path, parsed.error);
}

function parseHeader(path: string, line: Buffer): BackupHeader {
  const header = parseLine(path, line, headerSchema);
  if (header.version <= FORMAT_VERSION) return header;
  throw new BackupError(`${path} was written by a newer Metona. Update Metona, then restore it.`);
}

async function* readSections(
  path: string,
  lines: AsyncGenerator<Buffer>,
  finish: (end: BackupEnd) => void,
): AsyncGenerator<{ shape: TableShape; rows: AsyncIterable<Buffer> }> {
  for (;;) {
    const line = await nextLine(path, lines);
    const section = parseLine(path, line, sectionSchema.or(endSchema));
    if ('end' in section) {
      finish(section);
      // The checksum of the compression is behind the last line.
      if (!(await lines.next()).done) damaged(path);
      return;
    }
    yield { shape: { name: section.table, columns: section.columns }, rows: readRows(path, lines) };
  }
}

async function* readRows(path: string, lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const line = await nextLine(path, lines);
    if (line.length === END_OF_ROWS.length + 1 && line.toString('latin1') === `${END_OF_ROWS}\n`) return;
    yield line;
  }
}
