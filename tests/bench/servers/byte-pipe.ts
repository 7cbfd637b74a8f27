// The least a server can do: the provider's bytes go through as they come.
import { Agent, createServer, request } from 'node:http';
import { providerOrigin, serveForParent } from './report-port';

const agent = new Agent({ keepAlive: true });
const target = `${providerOrigin()}/v1/chat/completions`;
const headers = { 'content-type': 'application/json' };

serveForParent(
  createServer((incoming, response) => {
    const call = request(target, { method: 'POST', agent, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/event-stream' });
      answer.pipe(response);
    });
    call.on('error', () => response.destroy());
    incoming.pipe(call);
  }),
);
