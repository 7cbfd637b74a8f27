import { NetFailure } from './net-failure';
import type { SafeResponse } from './send-once';

/** The whole answer as text; longer ones are `too_large`. */
export async function readText(response: SafeResponse, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body) {
    total += chunk.byteLength;
    if (total > maxBytes) throw new NetFailure('too_large');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The whole answer as JSON; text that is none is a `SyntaxError`. */
export async function readJson(response: SafeResponse, maxBytes: number): Promise<unknown> {
  return JSON.parse(await readText(response, maxBytes));
}
