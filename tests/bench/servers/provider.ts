// An OpenAI-compatible provider that says what it is asked to, at the pace it is asked to: the same for everyone.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { chatUsage } from '@/tests/support/wire/chat-wire';
import { preciseNow, type SpeechOrder, STAMP_EPOCH, STAMPS_PER_MS } from '../load/orders';
import { markdownToken } from '../said-markdown';
import { serveForParent } from './report-port';

const TICK_MS = 2;
const FLOOD_BATCH = 32;

interface Speech {
  readonly order: SpeechOrder;
  readonly response: ServerResponse;
  readonly begunAt: number;
  said: number;
}

const speaking = new Set<Speech>();
const counts = new Map<string, number>();
let seen = 0;

const event = (delta: Record<string, string>, finish: string | null = null) =>
  `data: {"id":"c1","object":"chat.completion.chunk","created":1780000000,"model":"bench","choices":[{"index":0,"delta":${JSON.stringify(delta)},"finish_reason":${finish === null ? 'null' : `"${finish}"`}}]}\n\n`;
const [beforeToken = '', afterToken = ''] = event({ content: '~' }).split('~');

function wordOf(at: number, { stamped, isMarkdown }: SpeechOrder): string {
  // As it stands inside the quotes of the event.
  if (isMarkdown) return JSON.stringify(markdownToken(at)).slice(1, -1);
  const stamp = stamped ? `@${Math.round((preciseNow() - STAMP_EPOCH) * STAMPS_PER_MS).toString(36)}` : '';
  return `${at}${stamp} `;
}

function say(speech: Speech, count: number): boolean {
  let text = '';
  for (let left = count; left > 0; left -= 1) {
    text += beforeToken + wordOf(speech.said, speech.order) + afterToken;
    speech.said += 1;
  }
  return speech.response.write(text);
}

function end(speech: Speech): void {
  speaking.delete(speech);
  counts.set(speech.order.id, speech.said);
  const last = `data: {"id":"c1","object":"chat.completion.chunk","created":1780000000,"model":"bench","choices":[],"usage":${JSON.stringify(chatUsage)}}\n\n`;
  speech.response.end(`${event({}, 'stop')}${last}data: [DONE]\n\n`);
}

function takenOrGone(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      response.off('drain', wake).off('close', wake);
      resolve();
    };
    response.on('drain', wake).on('close', wake);
  });
}

async function flood(speech: Speech): Promise<void> {
  while (speech.said < speech.order.tokens && !speech.response.destroyed) {
    const isTaken = say(speech, Math.min(FLOOD_BATCH, speech.order.tokens - speech.said));
    if (!isTaken) await takenOrGone(speech.response);
  }
  end(speech);
}

function tick(): void {
  const now = performance.now();
  for (const speech of speaking) {
    const { order, begunAt, response } = speech;
    if (response.destroyed) {
      speaking.delete(speech);
      continue;
    }
    const due = Math.min(order.tokens, 1 + Math.floor(((now - begunAt) / 1000) * order.rate));
    if (due > speech.said) say(speech, due - speech.said);
    if (speech.said >= order.tokens) end(speech);
  }
}

/** The last thing the user said; `null` when that is no order, as when a summary is asked for. */
function orderIn(body: string): SpeechOrder | null {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  const text = Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : content;
  if (typeof text !== 'string' || !/^\{"id":"[^"]+","tokens":\d/.test(text)) return null;
  return JSON.parse(text) as SpeechOrder;
}

function answer(response: ServerResponse, body: string): void {
  seen += 1;
  response.socket?.setNoDelay(true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ role: 'assistant', content: '' }));
  const order = orderIn(body) ?? { id: 'summary', tokens: 20, rate: 0 };
  const speech = { order, response, begunAt: performance.now(), said: 0 };
  if (order.rate === 0) void flood(speech);
  else {
    speaking.add(speech);
    say(speech, 1);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const dimensions = 256;

/** A direction of its own for each text, by its hash: cheap, so that nothing is taken from those who are measured. */
function embed(text: string): number[] {
  let state = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 16_777_619);
  return Array.from({ length: dimensions }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 1) * 2 - 1;
  });
}

function embedAll(body: string): unknown {
  const { input } = JSON.parse(body) as { input: string | string[] };
  return { object: 'list', data: [input].flat().map((text, index) => ({ index, embedding: embed(text) })) };
}

const windows = { 'bench-wide': 1_000_000, 'bench-narrow': 8_192 };
const models = Object.entries(windows).map(([id, length]) => ({ id, object: 'model', context_length: length }));

setInterval(tick, TICK_MS);
serveForParent(
  createServer((request, response) => {
    const reply = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.url?.endsWith('/models')) return void reply({ object: 'list', data: models });
    if (request.url === '/counts') return void reply({ seen, counts: Object.fromEntries(counts) });
    if (request.url === '/stop') {
      for (const speech of speaking) end(speech);
      return void reply({});
    }
    readBody(request)
      .then((body) => (request.url?.endsWith('/embeddings') ? void reply(embedAll(body)) : answer(response, body)))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  }),
);
