import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenCall {
  readonly key: string;
  readonly model: string;
  readonly path: string;
}

export interface MeteredServer {
  readonly origin: string;
  /** The calls of models since the last `reset`. */
  readonly seen: readonly SeenCall[];
  /** Calls wait for it before they are answered; null lets all through. */
  gate: Promise<void> | null;
  reset(): void;
  close(): Promise<void>;
}

const usage = { prompt_tokens: 1_000_000, completion_tokens: 500_000, total_tokens: 1_500_000 };
const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

async function readBody(request: IncomingMessage): Promise<{ model: string; stream?: boolean }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}

function say(response: ServerResponse, body: { model: string; stream?: boolean }, path: string): void {
  const json = (value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (path.endsWith('/embeddings')) return void json({ data: [{ index: 0, embedding: [0.1, 0.2] }] });
  const message = { role: 'assistant', content: 'OK' };
  if (body.stream !== true)
    return void json({ id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
  const choice = (part: object) => frame({ id: 'x', model: body.model, choices: [{ index: 0, ...part }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(choice({ delta: message, finish_reason: null }));
  response.write(
    frame({ id: 'x', model: body.model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }),
  );
  response.end('data: [DONE]\n\n');
}

/** Speaks the chat protocol of OpenAI; each answer costs a million tokens in and half a million out. */
export async function startMeteredServer(models: readonly string[]): Promise<MeteredServer> {
  const seen: SeenCall[] = [];
  const state: { gate: Promise<void> | null } = { gate: null };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const path = request.url ?? '';
    if (path.endsWith('/models')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ data: models.map((id) => ({ id })) }));
    }
    seen.push({ key: request.headers.authorization ?? '', model: body.model, path });
    await state.gate;
    say(response, body, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get gate() {
      return state.gate;
    },
    set gate(gate) {
      state.gate = gate;
    },
    reset() {
      seen.length = 0;
      state.gate = null;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
