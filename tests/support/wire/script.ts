/** What a provider sends: bytes in chunks, and how the connection ends. */
export interface WireScript {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly Uint8Array[];
  readonly end: 'end' | 'reset' | 'hang';
}

const encoder = new TextEncoder();
type Piece = string | Uint8Array;

function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

function stream(contentType: string) {
  return (...pieces: readonly Piece[]): WireScript => ({
    status: 200,
    headers: { 'content-type': contentType },
    chunks: pieces.map((piece) => (typeof piece === 'string' ? bytesOf(piece) : piece)),
    end: 'end',
  });
}

export const eventStream = stream('text/event-stream; charset=utf-8');
export const lineStream = stream('application/x-ndjson');
export const typed = (contentType: string, ...pieces: readonly Piece[]): WireScript => stream(contentType)(...pieces);

export function jsonBody(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): WireScript {
  return {
    ...typed('application/json', JSON.stringify(value)),
    status,
    headers: { 'content-type': 'application/json', ...headers },
  };
}

export function ending(script: WireScript, end: WireScript['end']): WireScript {
  return { ...script, end };
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

/** A small generator of its own, so that a failing cut can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const readings = ['as given', 'whole', 'byte by byte', 'at random cuts'] as const;
export type Reading = (typeof readings)[number];

/** The same bytes as they may arrive. */
export function recut(script: WireScript, reading: Reading, seed = 7): WireScript {
  if (reading === 'as given') return script;
  const all = joinChunks(script.chunks);
  if (reading === 'whole') return { ...script, chunks: all.byteLength > 0 ? [all] : [] };
  const random = seededRandom(seed);
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < all.byteLength; ) {
    const size = reading === 'byte by byte' ? 1 : 1 + Math.floor(random() * 24);
    chunks.push(all.subarray(start, start + size));
    start += size;
  }
  return { ...script, chunks };
}
