import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embedConcepts } from './embed-concepts';

export interface EmbeddingServer {
  readonly origin: string;
  close(): Promise<void>;
}

async function readInput(request: IncomingMessage): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: string | string[] };
  return [input].flat();
}

/** An OpenAI-compatible server on a loopback port whose embedding model is the stand-in. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const server = createServer((request, response) => {
    const reply = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url?.endsWith('/models')) return void reply({ object: 'list', data: [] });
    void readInput(request).then((texts) =>
      reply({ data: texts.map((text, index) => ({ index, embedding: embedConcepts(text) })) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
