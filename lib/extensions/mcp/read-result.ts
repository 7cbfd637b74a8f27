import type { ToolOutcome } from '@/lib/agent/ports';
import { boundResult, boundText } from '@/lib/tools/bound-result';

const maxSummaryChars = 16_000;
const maxDepth = 32;
/** Less than a result may have before events and messages carry only a part of it. */
const maxImageChars = 24_000;
const maxBesideImages = 2_000;
const imageType = /^image\/(png|jpeg|gif|webp)$/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export interface RawResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

type Block = Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const kilobytes = (base64: unknown) => `${Math.ceil((textOf(base64).length * 3) / 4 / 1024)} KB`;

/** Pictures that travel inside the result: raster ones, as many as there is room for in a message. */
function imagesIn(blocks: readonly Block[]): string[] {
  let room = maxImageChars;
  return blocks.flatMap(({ type, mimeType, data }) => {
    if (type !== 'image' || !imageType.test(textOf(mimeType)) || !base64.test(textOf(data))) return [];
    const url = `data:${textOf(mimeType).toLowerCase()};base64,${textOf(data)}`;
    if (url.length > room) return [];
    room -= url.length;
    return [url];
  });
}

/** What a block is to a reader of text; what is no text is named, with its type and size, and its bytes are left out. */
function describeBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return textOf(block.text);
    case 'image':
    case 'audio':
      return `[${block.type}: ${textOf(block.mimeType)}, ${kilobytes(block.data)}]`;
    case 'resource_link':
      return `[resource: ${textOf(block.name)} ${textOf(block.uri)}]`;
    case 'resource': {
      const { uri, text, blob, mimeType } = (block.resource ?? {}) as Block;
      if (typeof text === 'string') return `[resource: ${textOf(uri)}]\n${text}`;
      return `[resource: ${textOf(uri)}, ${textOf(mimeType)}, ${kilobytes(blob)}]`;
    }
    default:
      return `[${textOf(block.type) || 'unknown'}]`;
  }
}

function redacted(value: unknown, redact: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '…';
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redacted(item, redact, depth + 1)]));
}

export type ReadResult = { ok: true; outcome: ToolOutcome } | { ok: false; text: string };

/** The answer of a tool as text, with its data where it has some; a secret that the server echoes is hidden. */
export function readResult(raw: RawResult, redact: (text: string) => string): ReadResult {
  const blocks = (Array.isArray(raw.content) ? raw.content : []) as Block[];
  const text = redact(blocks.map(describeBlock).join('\n\n').trim());
  const structured = raw.structuredContent === undefined ? undefined : redacted(raw.structuredContent, redact);
  if (raw.isError) return { ok: false, text: boundText(text || 'The tool failed without a word.', maxSummaryChars) };
  const summary = text !== '' ? text : (JSON.stringify(structured) ?? 'The tool returned nothing.');
  const images = imagesIn(blocks);
  if (images.length > 0) {
    const isSmall = structured !== undefined && JSON.stringify(structured).length <= maxBesideImages;
    const result = { text: boundText(text, maxBesideImages), images, ...(isSmall && { structured }) };
    return { ok: true, outcome: { result, summary: boundText(summary, maxSummaryChars), render: 'image' } };
  }
  const result = structured === undefined ? summary : { text, structured };
  return { ok: true, outcome: { result: boundResult(result), summary: boundText(summary, maxSummaryChars) } };
}
