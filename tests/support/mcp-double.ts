import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rpc: RpcMessage | null;
}

/** Takes a request away from the double; true when it has been answered, or is being kept waiting. */
export type Interference = (
  of: { rpc: RpcMessage | null; request: IncomingMessage; body: string },
  response: ServerResponse,
) => boolean;

/** An MCP server in this process that does as it is told. */
export interface McpDouble {
  readonly origin: string;
  readonly url: string;
  tools: unknown[];
  /** Tools on one page of the list. */
  pageSize: number;
  interfere: Interference | null;
  /** What a call gives back. */
  answer: (name: string, args: unknown) => unknown;
  readonly seen: SeenRequest[];
  /** Says to everyone who listens that the list has changed. */
  announce(): void;
  close(): Promise<void>;
}

const schema = { type: 'object', properties: {} };
const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

function parse(body: string): RpcMessage | null {
  try {
    return body.startsWith('{') ? (JSON.parse(body) as RpcMessage) : null;
  } catch {
    return null;
  }
}

interface AnswerHead {
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

export const sendJson = (response: ServerResponse, value: unknown, { status = 200, headers }: AnswerHead = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

function listPage(double: McpDouble, params: RpcMessage['params']) {
  const from = Number(params?.cursor ?? 0);
  const to = from + double.pageSize;
  const tools = double.tools
    .slice(from, to)
    .map((tool) => (typeof tool === 'object' ? { inputSchema: schema, ...tool } : tool));
  return { tools, ...(to < double.tools.length && { nextCursor: String(to) }) };
}

function resultOf(double: McpDouble, { method, params }: RpcMessage): unknown {
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true } };
    return { protocolVersion: '2025-06-18', capabilities, serverInfo: { name: 'double', version: '1' } };
  }
  if (method === 'tools/list') return listPage(double, params);
  if (method === 'tools/call') return double.answer(String(params?.name), params?.arguments);
  return undefined;
}

function serve(double: McpDouble, rpc: RpcMessage | null, response: ServerResponse): void {
  if (rpc === null) return void response.writeHead(400).end();
  if (rpc.id === undefined) return void response.writeHead(202).end();
  const result = resultOf(double, rpc);
  const answer = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  sendJson(response, { jsonrpc: '2.0', id: rpc.id, ...answer }, { headers: { 'mcp-session-id': 'session-1' } });
}

export async function startMcpDouble(): Promise<McpDouble> {
  const listeners = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const rpc = parse(body);
    const { method = '', url: path = '', headers } = request;
    double.seen.push({ method, path, headers, rpc });
    if (double.interfere?.({ rpc, request, body }, response)) return;
    if (!path.startsWith('/mcp')) return void response.writeHead(404).end();
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    } else if (method === 'POST') serve(double, rpc, response);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: McpDouble = {
    origin,
    url: `${origin}/mcp`,
    tools: [],
    pageSize: 100,
    interfere: null,
    answer: (name) => ({ content: [{ type: 'text', text: `answer of ${name}` }] }),
    seen: [],
    announce() {
      const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      for (const listener of listeners) listener.write(`event: message\ndata: ${note}\n\n`);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}
