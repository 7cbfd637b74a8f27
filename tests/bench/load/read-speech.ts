import { EventReader } from './event-reader';
import { openStream } from './open-stream';
import { preciseNow, type StreamReport, type StreamRequest } from './orders';
import { TokenCheck } from './token-check';

/** Asks for one stream and reads it whole; throws when it does not end as it should. */
export async function readSpeech(
  { url, headers, body, dialect, order }: StreamRequest,
  of: { onLag?: (ms: number) => void; isOpenEnded?: boolean } = {},
): Promise<StreamReport> {
  const begunAt = performance.now();
  let firstTokenMs = 0;
  let bytes = 0;
  let readAt = 0;
  const check = new TokenCheck(of.onLag && ((sentAt) => of.onLag?.(readAt - sentAt)));
  const reader = new EventReader(dialect, (text) => {
    if (firstTokenMs === 0) firstTokenMs = performance.now() - begunAt;
    check.read(text);
  });
  await openStream({
    url,
    headers,
    body,
    onBytes: (chunk) => {
      bytes += chunk.length;
      readAt = preciseNow();
      reader.read(chunk);
    },
  }).ended;
  if (!reader.isEnded) throw new Error('the stream ended without its end');
  if (!of.isOpenEnded) check.end(order.tokens);
  return { firstTokenMs, bytes, tokens: check.count };
}
