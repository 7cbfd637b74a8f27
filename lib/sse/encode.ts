const encoder = new TextEncoder();

/** The first line of every event stream: how long a browser waits before it reconnects. */
export const RETRY_LINE: Uint8Array = encoder.encode('retry: 2000\n\n');

/** One event, encoded once and shared by all its watchers. `json` is serialized JSON on a single line. */
export function encodeSseEvent(seq: number, json: string): Uint8Array {
  if (json.includes('\n') || json.includes('\r')) throw new RangeError('An event must be a single line of JSON');
  return encoder.encode(`id: ${seq}\ndata: ${json}\n\n`);
}

export function encodeComment(text = ''): Uint8Array {
  if (text.includes('\n') || text.includes('\r')) throw new RangeError('A comment must be a single line');
  return encoder.encode(`: ${text}\n\n`);
}
