import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVER_INFO_META_KEY, SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/client';

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
  readonly at: number;
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
  /** Speaks the protocol of 2026: without sessions, told of changes only where somebody has asked to be. */
  isModern: boolean;
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

const modernVersion = '2026-07-28';

function resultOf(double: McpDouble, { method, params }: RpcMessage): unknown {
  if (double.isModern && method === 'server/discover') {
    const meta = { [SERVER_INFO_META_KEY]: { name: 'double', version: '2' } };
    return { supportedVersions: [modernVersion], capabilities: { tools: { listChanged: true } }, _meta: meta };
  }
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
  const found = resultOf(double, rpc);
  const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const result = double.isModern ? { ...modern, ...(found as object) } : found;
  const answer = found === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  const headers: Record<string, string> = double.isModern ? {} : { 'mcp-session-id': 'session-1' };
  sendJson(response, { jsonrpc: '2.0', id: rpc.id, ...answer }, { headers });
}

type Listeners = Map<ServerResponse, RpcMessage['id']>;

function notify(response: ServerResponse, method: string, params: object): void {
  response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`);
}

const metaOf = (id: RpcMessage['id']) => (id === undefined ? {} : { _meta: { [SUBSCRIPTION_ID_META_KEY]: id } });

/** Keeps a stream open; in the protocol of 2026 it belongs to a request. */
function listen(response: ServerResponse, listeners: Listeners, id?: RpcMessage['id']): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  listeners.set(response, id);
  response.on('close', () => listeners.delete(response));
  if (id === undefined) return;
  const notifications = { toolsListChanged: true };
  notify(response, 'notifications/subscriptions/acknowledged', { notifications, ...metaOf(id) });
}

export async function startMcpDouble(): Promise<McpDouble> {
  const listeners: Listeners = new Map();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const rpc = parse(body);
    const { method = '', url: path = '', headers } = request;
    double.seen.push({ method, path, headers, rpc, at: Date.now() });
    if (double.interfere?.({ rpc, request, body }, response)) return;
    if (!path.startsWith('/mcp')) return void response.writeHead(404).end();
    if (method === 'GET') listen(response, listeners);
    else if (rpc?.method === 'subscriptions/listen') listen(response, listeners, rpc.id);
    else if (method === 'POST') serve(double, rpc, response);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: McpDouble = {
    origin,
    url: `${origin}/mcp`,
    isModern: false,
    tools: [],
    pageSize: 100,
    interfere: null,
    answer: (name) => ({ content: [{ type: 'text', text: `answer of ${name}` }] }),
    seen: [],
    announce() {
      for (const [response, id] of listeners) notify(response, 'notifications/tools/list_changed', metaOf(id));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}
