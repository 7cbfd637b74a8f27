import 'server-only';

/** One piece at a time, as the reader takes them. */
function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

interface Download {
  readonly path: string;
  readonly mediaType: string;
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Always an attachment, and nothing a browser would run. */
export function downloadOf(file: Download): Response {
  const name = file.path.split('/').at(-1) ?? 'file';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new Response(toStream(file.chunks), {
    headers: {
      'content-type': `${file.mediaType}; charset=utf-8`,
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
