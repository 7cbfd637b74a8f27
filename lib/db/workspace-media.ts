import { isUtf8 } from 'node:buffer';
import { decodeText } from '@/lib/ir';

const byExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  md: 'text/markdown',
  markdown: 'text/markdown',
};

/** What a path is stored and served as: a few types that no browser runs, plain text for all the rest. */
export function mediaTypeOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(byExtension, extension) && byExtension[extension]) || 'text/plain';
}

/** Formats that may begin like text and are none. */
const magic = ['%PDF-', 'GIF8', 'RIFF', '{\\rtf', '%!PS'].map((text) => Buffer.from(text, 'latin1'));
const tab = 0x09;
const carriageReturn = 0x0d;
const escapeByte = 0x1b;

const isControl = (byte: number) =>
  byte === 0x7f || (byte < 0x20 && !(byte >= tab && byte <= carriageReturn) && byte !== escapeByte);

/** Whether the bytes are text in an encoding that tools can read; UTF-8 is told without decoding it. */
export function isPlainText(bytes: Uint8Array): boolean {
  if (magic.some((start) => start.equals(bytes.subarray(0, start.byteLength)))) return false;
  if (!isUtf8(bytes) || bytes.includes(0)) return decodeText(bytes) !== null;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    if (isControl(bytes[at] ?? 0)) return false;
  }
  return true;
}
