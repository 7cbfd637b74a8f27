import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSse, type SseMessage } from './decode-sse';
import { encodeComment, encodeSseEvent, RETRY_LINE } from './encode';
import { SseReader } from './sse-reader';
import { type StreamLimits, StreamOverflowError } from './stream-limits';

const bytes = (text: string) => new TextEncoder().encode(text);

async function* cut(all: Uint8Array, ends: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const end of [...ends, all.length].sort((a, b) => a - b)) {
    yield all.slice(start, end);
    start = end;
  }
}

const everyByte = (all: Uint8Array) => cut(all, [...all.keys()]);

async function decode(chunks: AsyncIterable<Uint8Array>, limits?: StreamLimits) {
  const messages: SseMessage[] = [];
  try {
    for await (const message of decodeSse(chunks, limits)) messages.push(message);
    return { messages, overflow: null };
  } catch (error) {
    if (!(error instanceof StreamOverflowError)) throw error;
    return { messages, overflow: error.limit };
  }
}

const data = async (text: string) => (await decode(cut(bytes(text), []))).messages.map((message) => message.data);

describe('decodeSse', () => {
  it('reads what the encoder writes', async () => {
    const parts = [RETRY_LINE, encodeSseEvent(0, '{"a":"你🙂"}'), encodeComment('beat'), encodeSseEvent(1, '[]')];
    const stream = new Blob(parts.map((part) => part.slice())).stream();
    const messages: SseMessage[] = [];
    for await (const message of new SseReader(stream)) messages.push(message);
    expect(messages).toEqual([
      { id: '0', data: '{"a":"你🙂"}' },
      { id: '1', data: '[]' },
    ]);
  });

  it.each([
    ['no space after the colon', 'data:{"a":1}\n\ndata:[DONE]\n\n', ['{"a":1}', '[DONE]']],
    ['CRLF, CR and LF mixed', 'data: 1\r\n\r\ndata: 2\r\rdata: 3\n\ndata: 4\r\n\n', ['1', '2', '3', '4']],
    ['a byte order mark', '\uFEFFdata: 1\n\n', ['1']],
    ['no second byte order mark', '\uFEFF\uFEFFdata: 1\n\ndata: 2\n\n', ['2']],
    ['several data lines', 'data: a\ndata: b\n\n', ['a\nb']],
    ['keep-alives sent as data', 'data:\n\ndata: : keepalive\n\n', ['', ': keepalive']],
    ['unknown and retry fields', 'retry: 9\nfoo: x\ndata: 1\n\n', ['1']],
    ['a frame of broken JSON in the middle', 'data: {"a\n\ndata: 1\n\n', ['{"a', '1']],
    ['a whole JSON tail', 'data: {"a":1}', ['{"a":1}']],
    ['a whole JSON tail with its line end', 'data: {"a":1}\r', ['{"a":1}']],
    ['a [DONE] tail', 'data: 1\n\ndata: [DONE]\n', ['1', '[DONE]']],
    ['half a JSON tail', 'data: 1\n\ndata: {"a":', ['1']],
  ])('copes with %s', async (_name, text, expected) => {
    expect(await data(text)).toEqual(expected);
    expect((await decode(everyByte(bytes(text)))).messages.map((message) => message.data)).toEqual(expected);
  });

  it('keeps event names and ids', async () => {
    const text = 'event: error\nid: 4\ndata: {}\n\n';
    expect((await decode(everyByte(bytes(text)))).messages).toEqual([{ event: 'error', id: '4', data: '{}' }]);
  });

  it('reports comments as activity', async () => {
    let count = 0;
    const chunks = cut(bytes(': keep-alive\n\n:\n\n'), [14]);
    const { messages } = await decode(chunks, { onActivity: () => count++ });
    expect({ messages, count }).toEqual({ messages: [], count: 2 });
  });

  it('gives the same events however the bytes are cut', async () => {
    const line = fc.constantFrom(
      ...[
        'data: {"t":"你🙂é"}',
        'data:[DONE]',
        'event: delta',
        'id: 5',
        ': note',
        '',
        '',
        'data',
        'junk: 1',
        '\uFEFFx',
      ],
    );
    const stream = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 })
      .map((lines) => bytes(lines.flat().join('')));
    const cuts = fc.array(fc.nat({ max: 600 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(stream, cuts, fc.integer({ min: 1, max: 500 }), async (all, positions, maxTotalBytes) => {
        const ends = positions.filter((position) => position <= all.length);
        const limits = { maxTotalBytes };
        const whole = await decode(cut(all, []), limits);
        expect(await decode(cut(all, ends), limits)).toEqual(whole);
        expect(await decode(everyByte(all), limits)).toEqual(whole);
      }),
    );
  });

  it('reads one line of 5 MB in linear time', async () => {
    const payload = JSON.stringify('x'.repeat(5_000_000));
    const all = bytes(`data: ${payload}\n\n`);
    const ends = Array.from({ length: Math.ceil(all.length / 1024) }, (_, index) => index * 1024);
    const started = performance.now();
    const { messages } = await decode(cut(all, ends));
    expect(messages[0]?.data === payload).toBe(true);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('stops at a line that is too long, in one chunk or many, and delivers what came before', async () => {
    const all = bytes(`data: 1\n\ndata: ${'x'.repeat(100)}\n\ndata: 2\n\n`);
    const expected = { messages: [{ data: '1' }], overflow: 'line' };
    expect(await decode(cut(all, []), { maxLineLength: 50 })).toEqual(expected);
    expect(await decode(everyByte(all), { maxLineLength: 50 })).toEqual(expected);
  });

  it('stops an endless stream and closes its source', async () => {
    let closed = false;
    async function* endless() {
      try {
        while (true) yield bytes('data: 1\n\n');
      } finally {
        closed = true;
      }
    }
    expect((await decode(endless(), { maxTotalBytes: 1_000 })).overflow).toBe('total');
    expect(closed).toBe(true);
  });

  it('cancels a web stream when its reader leaves', async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes('data: 1\n\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const message of new SseReader(stream)) {
      expect(message.data).toBe('1');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
