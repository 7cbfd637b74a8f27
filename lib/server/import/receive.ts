import 'server-only';
import { invalid } from '../http/problem';

export type Upload =
  | { readonly kind: 'small'; readonly bytes: Uint8Array }
  /** All of it, in pieces of one size; the last may be shorter. */
  | { readonly kind: 'large'; readonly pieces: AsyncGenerator<Uint8Array> };

interface Limits {
  readonly inlineBytes: number;
  readonly chunkBytes: number;
  readonly maxBytes: number;
}

async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw invalid([{ path: '', message: 'The body broke off.' }]);
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Reads a body as far as it may be held in memory; the rest of a larger one stays with the sender until it is asked for. */
export async function readUpload(request: Request, limits: Limits, tooLarge: () => Error): Promise<Upload> {
  const body = bodyOf(request);
  const held: Uint8Array[] = [];
  let size = 0;
  for (let next = await body.next(); !next.done; next = await body.next()) {
    held.push(next.value);
    size += next.value.byteLength;
    if (size > limits.inlineBytes) return { kind: 'large', pieces: cut(held, body, { ...limits, tooLarge }) };
  }
  return { kind: 'small', bytes: new Uint8Array(Buffer.concat(held, size)) };
}

async function* cut(
  held: Uint8Array[],
  body: AsyncGenerator<Uint8Array>,
  { chunkBytes, maxBytes, tooLarge }: Limits & { tooLarge: () => Error },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let rest = Buffer.alloc(0);
  async function* all() {
    yield* held.splice(0);
    yield* body;
  }
  try {
    for await (const piece of all()) {
      size += piece.byteLength;
      if (size > maxBytes) throw tooLarge();
      rest = Buffer.concat([rest, piece]);
      let at = 0;
      for (; at + chunkBytes <= rest.length; at += chunkBytes) yield rest.subarray(at, at + chunkBytes);
      rest = rest.subarray(at);
    }
    if (rest.length > 0) yield rest;
  } finally {
    await body.return(undefined);
  }
}
