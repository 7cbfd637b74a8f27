import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import { MetonaFailure, type MetonaStreamEvent, metonaStreamEventSchema } from '@/lib/ir';
import type { BridgeSubject } from '@/tests/support/wire/bridge-wire';
import { tool } from '@/tests/support/wire/conversation';
import { wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { brokenRules } from '@/tests/support/wire/event-notation';
import { googleSubject } from '@/tests/support/wire/google-server';
import { groqSubject } from '@/tests/support/wire/groq-server';
import { mistralSubject } from '@/tests/support/wire/mistral-server';
import { openRouterSubject } from '@/tests/support/wire/openrouter-server';
import { typed, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';
import { xaiSubject } from '@/tests/support/wire/xai-server';

const subjects = [googleSubject, mistralSubject, xaiSubject, groqSubject, openRouterSubject];
const longestMs = 5000;

function open(subject: BridgeSubject, script: WireScript) {
  let minted = 0;
  const { http } = createScriptedHttp(() => script);
  const connection = { providerId: subject.providerId, apiKey: subject.key, baseUrl: 'http://wire.test' };
  return createAdapter(connection, { http, ids: () => `tc_${++minted}`, now: () => wireTime });
}

function withinTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), longestMs);
  });
  return Promise.race([promise, tooLong]).finally(() => clearTimeout(timer));
}

/** Nothing escapes but typed failures, and what is shown keeps the rules, whatever the bytes. */
async function expectSense(subject: BridgeSubject, script: WireScript): Promise<void> {
  const request = wireRequest({ model: subject.model, tools: [tool('map.look_up')] });
  const events: MetonaStreamEvent[] = [];
  const response = await withinTime(open(subject, script).sendStream(request, (event) => events.push(event)));
  expect(brokenRules(events, response)).toEqual([]);
  for (const event of events) metonaStreamEventSchema.parse(event);
  const whole = await withinTime(
    open(subject, script)
      .send(request)
      .catch((thrown: unknown) => thrown),
  );
  if (whole instanceof Error) expect(whole).toBeInstanceOf(MetonaFailure);
}

const contentTypes = fc.constantFrom('text/event-stream', 'application/json', 'text/plain');

/** True bytes, cut anywhere, out of order, with noise between, and here and there a wrong byte. */
function damaged({ wire }: BridgeSubject): fc.Arbitrary<Uint8Array[]> {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }).map((text) => wire.text(text)),
    fc.string({ maxLength: 20 }).map((text) => wire.reasoning(text)),
    fc.json({ maxDepth: 2 }).map((args) => wire.call([0, 'c0aaaaaaa', 'map_look_up'], args).join('')),
    fc.constantFrom(...wire.start, '', ...wire.end, ...wire.finish('stop'), ...wire.finish('length')),
    fc.json({ maxDepth: 3 }).map((value) => `data: ${value}\n\n`),
    fc.string({ maxLength: 30 }).map((noise) => `data: ${noise}\n\n`),
  );
  const wrong = fc.record({ at: fc.nat(), byte: fc.nat(255) });
  return fc
    .tuple(fc.array(piece, { maxLength: 8 }), fc.option(wrong), fc.integer({ min: 1, max: 64 }))
    .map(([pieces, fault, size]) => {
      const bytes = Buffer.from(pieces.join(''));
      if (fault !== null && bytes.length > 0) bytes[fault.at % bytes.length] = fault.byte;
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < bytes.length; start += size) chunks.push(bytes.subarray(start, start + size));
      return chunks;
    });
}

describe.each(subjects)('whatever $providerId sends', (subject) => {
  it('random bytes', async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(contentTypes, chunks, (type, bytes) => expectSense(subject, typed(type, ...bytes))),
      { numRuns: 60 },
    );
  });

  it('random JSON', async () => {
    await fc.assert(
      fc.asyncProperty(contentTypes, fc.json(), (type, text) => expectSense(subject, typed(type, text))),
      { numRuns: 60 },
    );
  });

  it('its own stream, damaged', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(subject), (chunks) => expectSense(subject, typed('text/event-stream', ...chunks))),
      { numRuns: 150 },
    );
  });
});
