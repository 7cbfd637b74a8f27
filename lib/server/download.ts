import 'server-only';

const encoder = new TextEncoder();

/** A body that is made as it is taken: one piece at a time, and nothing further once the reader is gone. */
export function streamOf(pieces: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** A name that every file system takes, with letters of any language kept. */
export function fileStem(title: string | null, fallback = 'conversation'): string {
  const name = [...(title ?? '').toWellFormed().replace(/[^\p{L}\p{N}]+/gu, '-')]
    .slice(0, 60)
    .join('')
    .replace(/^-+|-+$/g, '');
  return name === '' ? fallback : name;
}

/** Always an attachment. */
export function attachment(body: BodyInit, { name, type }: { name: string; type: string }): Response {
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_');
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(body, {
    headers: { 'content-type': type, 'content-disposition': disposition, 'cache-control': 'no-store' },
  });
}
