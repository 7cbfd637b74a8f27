import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFrontServer, listen } from './front-server.mjs';

const bodyMs = 300;
let front: ReturnType<typeof createFrontServer>;
let port: number;

beforeEach(async () => {
  front = createFrontServer({ dev: false, bodyMs });
  front.hand(async (request: IncomingMessage, response: ServerResponse) => {
    for await (const _chunk of request);
    response.end('read');
  });
  port = await listen(front.server, { port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  front.closeAll();
  front.server.close();
});

/** Sends a head and the first of ten bytes; the rest is left to the caller. */
function begin(path: string): { socket: Socket; said: () => string; ended: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n1`);
  return { socket, said: () => text, ended };
}

describe('a body that comes a byte at a time', () => {
  it('loses its connection after a while', async () => {
    const startedAt = performance.now();
    const { said, ended } = begin('/api/account/register');
    await ended;
    expect(performance.now() - startedAt).toBeGreaterThan(bodyMs * 0.8);
    expect(said()).toBe('');
  });

  it('is waited for where an archive comes in', async () => {
    const { socket, said } = begin('/api/sessions/import?x=1');
    await new Promise((resolve) => setTimeout(resolve, bodyMs * 2));
    socket.write('234567890');
    await expect.poll(said).toContain('read');
  });

  it('does not end an answer that takes longer than its request', async () => {
    front.hand(async (request: IncomingMessage, response: ServerResponse) => {
      for await (const _chunk of request);
      response.write('begun ');
      setTimeout(() => response.end('done'), bodyMs * 2);
    });
    const { socket, said } = begin('/api/agent/runs');
    socket.write('234567890');
    await expect.poll(said, { timeout: 3_000 }).toContain('done');
  });
});
