import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { NetFailure, toNetFailure } from './net-failure';

interface BodyOptions {
  readonly wire: Readable;
  readonly encoding: string;
  readonly maxBytes: number;
  /** Why the request was ended from our side, if it was. */
  readonly failure: () => NetFailure | undefined;
}

/** The bytes of an answer, capped on the wire and again after decompression. Leaving early closes the connection. */
export async function* readBody(options: BodyOptions): AsyncGenerator<Uint8Array> {
  const { wire, maxBytes, failure } = options;
  let content: Readable | undefined;
  let total = 0;
  try {
    content = decompressed(options);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      const reason = failure();
      if (reason) throw reason;
      total += chunk.byteLength;
      if (total > maxBytes) throw new NetFailure('too_large');
      yield chunk;
    }
  } catch (error) {
    throw failure() ?? toNetFailure(error);
  } finally {
    wire.destroy();
    content?.destroy();
  }
}

/** Puts the decoder of the one content encoding behind the wire bytes. Stacked and unknown encodings are refused. */
function decompressed({ wire, encoding, maxBytes }: BodyOptions): Readable {
  const decoder = decoderOf(encoding.trim().toLowerCase());
  if (decoder === null) return wire;
  // The pipeline carries errors and destruction between the two; the reader of the result sees them.
  return pipeline(wire, capped(maxBytes), decoder, () => undefined);
}

// Compressed bytes that decode to nothing would never reach the cap on the content.
function capped(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let total = 0;
    for await (const chunk of source) {
      total += chunk.byteLength;
      if (total > maxBytes) throw new NetFailure('too_large');
      yield chunk;
    }
  };
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new NetFailure('protocol', { message: 'The server used an unsupported content encoding' });
  }
}
