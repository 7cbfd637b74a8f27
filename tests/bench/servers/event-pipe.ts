// The same job without a database and without Next: the provider's events are read and ours are written, one for each.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { providerOrigin, serveForParent } from './report-port';

const agent = new Agent({ keepAlive: true });
const target = `${providerOrigin()}/v1/chat/completions`;
const headers = { 'content-type': 'application/json' };
const place = { runId: 'run_01jx0000000000000000000000', sessionId: 'ses_01jx0000000000000000000000' };
const requestId = 'r_01jx00000000000000000000';

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string }; readonly finish_reason: string | null }[];
  readonly usage?: { readonly total_tokens: number };
}

function translate(answer: IncomingMessage, response: ServerResponse): void {
  const decoder = new StringDecoder('utf8');
  let left = '';
  let seq = 0;
  const write = (event: Record<string, unknown>): string => {
    const whole = { seq, ...event, requestId, iteration: 1, timestamp: Date.now(), ...place };
    const text = `id: ${seq}\ndata: ${JSON.stringify(whole)}\n\n`;
    seq += 1;
    return text;
  };
  const read = (line: string): string => {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') return '';
    const { choices, usage } = JSON.parse(line.slice(6)) as Chunk;
    if (usage) return write({ type: 'done', usage, finishReason: 'stop' });
    const content = choices[0]?.delta.content;
    return content ? write({ type: 'text_delta', delta: content }) : '';
  };
  answer.on('data', (bytes: Buffer) => {
    const lines = (left + decoder.write(bytes)).split('\n');
    left = lines.pop() ?? '';
    const text = lines.map(read).join('');
    if (text !== '') response.write(text);
  });
  answer.on('end', () => response.end());
}

serveForParent(
  createServer((incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    const call = request(target, { method: 'POST', agent, headers }, (answer) => translate(answer, response));
    call.on('error', () => response.destroy());
    incoming.pipe(call);
  }),
);
