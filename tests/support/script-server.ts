import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls, delta, done, finish, opening, usageOf } from './wire/openai-bytes';

/** What the model does in one step of a run. */
export interface ServedStep {
  readonly text?: string;
  readonly pieces?: number;
  readonly pauseMs?: number;
  readonly calls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  /** So many first tries are refused as overloaded. */
  readonly overloaded?: number;
  /** So many first tries break off in the middle of the text. */
  readonly broken?: number;
}

interface ServedScript {
  readonly script: string;
  readonly steps: readonly ServedStep[];
}

export interface ServedRequest {
  readonly script: string;
  readonly step: number;
  /** The other side closed the connection before the answer was complete. */
  wasCut: boolean;
}

export interface ScriptServer {
  readonly origin: string;
  readonly requests: ServedRequest[];
  requestsOf(script: string): ServedRequest[];
  close(): Promise<void>;
}

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** A script as the input of a run; `script` is a name that nothing else has. */
export function servedInput(script: string, steps: readonly ServedStep[]): string {
  return JSON.stringify({ script, steps } satisfies ServedScript);
}

function readScript(messages: readonly WireMessage[]): { script: ServedScript; step: number } {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const text = String(messages[last]?.content ?? '');
  const script = text.startsWith('{"script":')
    ? (JSON.parse(text) as ServedScript)
    : { script: '', steps: [{ text: 'well' }] };
  return { script, step: messages.slice(last).filter(({ role }) => role === 'assistant').length };
}

async function readBody(message: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
}

const piecesOf = (text: string, count: number) =>
  text.match(new RegExp(`[^]{1,${Math.max(1, Math.ceil(text.length / count))}}`, 'g')) ?? [];

async function speak(step: ServedStep, response: ServerResponse, breaksOff: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(delta({ role: 'assistant', content: '' }));
  const pieces = piecesOf(step.text ?? '', step.pieces ?? 1);
  for (const content of breaksOff ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces) {
    if (response.destroyed) return;
    response.write(delta({ content }));
    await sleep(step.pauseMs ?? 1);
  }
  if (breaksOff) return void response.socket?.resetAndDestroy();
  for (const [index, { name, args }] of (step.calls ?? []).entries()) {
    response.write(calls(opening([index, `call_${index}`, name.replaceAll('.', '_'), JSON.stringify(args)])));
  }
  const word = (step.calls ?? []).length > 0 ? 'tool_calls' : 'stop';
  response.end(finish(word, { usage: usageOf(10, 5) }) + done);
}

/**
 * A model on a loopback port that plays the script in the user's message, one entry per step of the run. It outlives the
 * processes that call it, so it also knows how often each step was asked.
 */
export async function startScriptServer(): Promise<ScriptServer> {
  const requests: ServedRequest[] = [];
  const refuse = (response: ServerResponse) =>
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"overloaded"}}');
  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    if (message.url?.endsWith('/models')) {
      const list = { object: 'list', data: [{ id: 'script', object: 'model' }] };
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    }
    const { messages = [] } = (await readBody(message)) as { messages?: WireMessage[] };
    const { script, step: index } = readScript(messages);
    const step = script.steps[Math.min(index, script.steps.length - 1)] ?? {};
    const tried = requests.filter((other) => other.script === script.script && other.step === index).length;
    const request: ServedRequest = { script: script.script, step: index, wasCut: false };
    requests.push(request);
    response.on('close', () => {
      request.wasCut = !response.writableFinished;
    });
    const overloaded = step.overloaded ?? 0;
    if (tried < overloaded) return void refuse(response);
    await speak(step, response, tried - overloaded < (step.broken ?? 0));
  };
  const server = createServer((message, response) => {
    answer(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestsOf: (script) => requests.filter((request) => request.script === script),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
