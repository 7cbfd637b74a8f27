import { createGoogle } from '@ai-sdk/google';
import { createGroq } from '@ai-sdk/groq';
import { it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import { wireRequest } from '@/tests/support/wire/drive-adapter';
import { googleSubject } from '@/tests/support/wire/google-server';
import { groqSubject } from '@/tests/support/wire/groq-server';

const count = 4000;
it('bench', { timeout: 200000 }, async () => {
  for (const [subject, open] of [
    [
      groqSubject,
      (fetch: typeof globalThis.fetch) => createGroq({ apiKey: 'k', fetch }).languageModel(groqSubject.model),
    ],
    [
      googleSubject,
      (fetch: typeof globalThis.fetch) => createGoogle({ apiKey: 'k', fetch }).languageModel(googleSubject.model),
    ],
  ] as const) {
    const { wire } = subject;
    const encoder = new TextEncoder();
    const chunks = [
      ...wire.start,
      ...Array.from({ length: count }, (_, i) => wire.text(`word ${i} `)),
      ...wire.finish('stop'),
      ...wire.end,
    ].map((t) => encoder.encode(t));
    async function* body() {
      for (const c of chunks) {
        yield c;
      }
    }
    const http = async () => ({
      status: 200,
      headers: new Headers({ 'content-type': 'text/event-stream' }),
      body: body(),
    });
    const sdk = async (raw: boolean) => {
      const model = open((async () => {
        const it = body();
        return new Response(
          new ReadableStream(
            {
              async pull(c) {
                const s = await it.next();
                if (s.done) c.close();
                else c.enqueue(s.value);
              },
            },
            { highWaterMark: 0 },
          ),
          { headers: { 'content-type': 'text/event-stream' } },
        );
      }) as typeof fetch);
      const { stream } = await model.doStream({
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
        includeRawChunks: raw,
      });
      const reader = stream.getReader();
      let n = 0;
      for (;;) {
        const s = await reader.read();
        if (s.done) break;
        n += 1;
      }
      return n;
    };
    const bridge = async () => {
      let n = 0;
      const a = createAdapter(
        { providerId: subject.providerId, apiKey: 'k'.repeat(20), baseUrl: 'http://wire.test' },
        { http, ids: () => 'tc_1', now: Date.now },
      );
      await a.sendStream(wireRequest({ model: subject.model }), () => {
        n += 1;
      });
      return n;
    };
    const cost = async (run: () => Promise<unknown>) => {
      const s = process.cpuUsage();
      await run();
      const u = process.cpuUsage(s);
      return (u.user + u.system) / count;
    };
    const runs: Record<string, number[]> = { sdk: [], raw: [], bridge: [] };
    for (let i = 0; i < 14; i += 1) {
      const r = [await cost(() => sdk(false)), await cost(() => sdk(true)), await cost(bridge)];
      if (i > 3) {
        runs.sdk?.push(r[0]!);
        runs.raw?.push(r[1]!);
        runs.bridge?.push(r[2]!);
      }
    }
    const med = (l: number[]) => l.toSorted((a, b) => a - b)[Math.floor(l.length / 2)]!;
    process.stdout.write(
      `${subject.providerId} ${JSON.stringify(Object.fromEntries(Object.entries(runs).map(([k, v]) => [k, med(v).toFixed(2)])))} ratio ${(med(runs.bridge!) / med(runs.sdk!)).toFixed(2)}\n`,
    );
  }
});
