import 'server-only';
import { findJsonProblem } from './json-guard';
import { invalid, payloadTooLarge, unsupportedMediaType } from './problem';

/** Refuses by what the sender declares, before anything is read; what it declares is never believed further. */
export function checkDeclaredLength(request: Request, maxBytes: number): void {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw payloadTooLarge(maxBytes);
}

/** Reads at most `maxBytes`; stops reading there and lets go of the rest. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await readChunk(reader);
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw payloadTooLarge(maxBytes);
    }
    chunks.push(value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : new Uint8Array(Buffer.concat(chunks, size));
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw invalid([{ path: '', message: 'The body broke off.' }]);
  }
}

export function checkContentType(request: Request, allowed: readonly string[]): void {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity') throw unsupportedMediaType('Send the body without compression.');
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!allowed.includes(type)) throw unsupportedMediaType(`Send the body as ${allowed.join(' or ')}.`);
}

const unstorable = /\\u(0000|d[89a-f])/i;

function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
}

/** Parses JSON text; an empty body is `undefined`. NUL and lone surrogates, which no database text holds, become U+FFFD. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  const problem = (message: string) => invalid([{ path: '', message }]);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const flaw = findJsonProblem(text);
    if (flaw) throw problem(`The body ${flaw === 'nested too deeply' ? `is ${flaw}` : flaw}.`);
    return unstorable.test(text) ? JSON.parse(text, storable) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw problem('The body is not valid JSON.');
    throw error;
  }
}
