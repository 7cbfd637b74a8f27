import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

export interface ProviderServer {
  readonly origin: string;
  readonly seen: SeenRequest[];
  /** What it answers to a call of the model, until it is changed. */
  answer: { status: number; body: unknown };
  close(): Promise<void>;
}

export const goodAnswer = {
  status: 200,
  body: {
    id: 'x',
    model: 'tiny',
    choices: [{ index: 0, message: { role: 'assistant', content: 'OK' }, finish_reason: 'stop' }],
  },
};

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An OpenAI-compatible server on a loopback port that remembers what it was asked. */
export async function startProviderServer(): Promise<ProviderServer> {
  const seen: SeenRequest[] = [];
  const state: Pick<ProviderServer, 'answer'> = { answer: goodAnswer };
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const path = request.url ?? '';
      seen.push({ path, authorization: request.headers.authorization ?? null, body });
      if (path.endsWith('/models'))
        return reply(response, 200, { object: 'list', data: [{ id: 'tiny', object: 'model' }] });
      return reply(response, state.answer.status, state.answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return Object.assign(state, { origin: `http://127.0.0.1:${port}`, seen, close });
}
