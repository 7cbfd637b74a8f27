import type { AuthProvider, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { McpFailure, streamEndedCode, toMcpFailure } from './failure';
import type { McpFetch } from './http';
import type { RawResult } from './read-result';
import { type McpToolList, maxToolsPerServer, readTools } from './read-tools';

/** Everything needed to reach one server for one user. */
export interface McpTarget {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly url: string;
  /** Grows when address, headers or sign-in change. */
  readonly revision: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a user who has signed in there, or may have to. */
  readonly auth: AuthProvider;
}

export interface McpServerInfo {
  readonly name: string;
  readonly version: string;
  readonly protocol: string;
}

export interface McpCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly parameters: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly progress: (progress: number, of: { total?: number | undefined; message?: string | undefined }) => void;
}

/** An open connection. Everything rejects with `McpFailure`. */
export interface McpSession {
  readonly info: McpServerInfo;
  listTools(signal: AbortSignal): Promise<McpToolList>;
  call(call: McpCall): Promise<RawResult>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly fetch: McpFetch;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly onToolsChanged: () => void;
}

const maxPages = 20;
const listTimeoutMs = 20_000;
const closeTimeoutMs = 1_000;
const changeDelayMs = 200;
const maxReconnects = 5;
const reconnectDelayMs = 1_000;

const pageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const bounded = (text: unknown, limit = 200) => (typeof text === 'string' ? text.slice(0, limit) : '');

/** A server may not make us come back faster, or for ever. */
function createReconnects() {
  let left = maxReconnects;
  return (reconnect: () => void, delay: number) => {
    left -= 1;
    if (left < 0) return undefined;
    const timer = setTimeout(reconnect, Math.max(delay, reconnectDelayMs));
    timer.unref();
    return () => clearTimeout(timer);
  };
}

/** A stream that ends without the answer it was opened for ends the request as well. */
function endRequestsWithStreams(transport: StreamableHTTPClientTransport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) return send(message, options);
    if (message.method === 'subscriptions/listen') return send(message, options);
    const { id } = message;
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      const error = { code: streamEndedCode, message: 'the connection ended before the answer came' };
      transport.onmessage?.({ jsonrpc: '2.0', id, error });
    };
    return send(message, { ...options, onRequestStreamEnd });
  };
}

async function listAll(client: Client, signal: AbortSignal): Promise<McpToolList> {
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], leftOut: [] };
  const found: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && found.length <= maxToolsPerServer; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const options = { signal, timeout: listTimeoutMs };
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, pageSchema, options);
    found.push(...tools);
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return readTools(found);
}

async function createClient(options: SessionOptions): Promise<Client> {
  const { Client: ClientClass } = await import('@modelcontextprotocol/client');
  const client = new ClientClass(
    { name: 'Metona', version: options.version },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      // Nothing a server sends is compiled: what a tool returns is text to us, whatever its form.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: changeDelayMs, onChanged: () => options.onToolsChanged() },
      },
    },
  );
  client.onerror = () => undefined;
  return client;
}

async function createTransport(target: McpTarget, fetch: McpFetch): Promise<StreamableHTTPClientTransport> {
  const { StreamableHTTPClientTransport: Transport } = await import('@modelcontextprotocol/client');
  const transport = new Transport(new URL(target.url), {
    fetch,
    requestInit: { headers: { ...target.headers } },
    authProvider: target.auth,
    reconnectionScheduler: createReconnects(),
    onInsufficientScope: 'throw',
  });
  endRequestsWithStreams(transport);
  return transport;
}

async function closeAll(client: Client, transport: StreamableHTTPClientTransport): Promise<void> {
  const bye = transport.terminateSession().catch(() => undefined);
  await Promise.race([bye, new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref())]);
  await client.close().catch(() => undefined);
}

/** Connects to a server: over Streamable HTTP, by the checked way out, in the newest form of the protocol it speaks. */
export async function openSession(target: McpTarget, options: SessionOptions): Promise<McpSession> {
  const client = await createClient(options);
  const transport = await createTransport(target, options.fetch);
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw toMcpFailure(thrown);
    }
  };
  try {
    // The first question, which protocol is spoken, does not listen to the signal.
    await Promise.race([
      client.connect(transport, { signal: options.signal, timeout: listTimeoutMs }),
      new Promise<never>((_, reject) => options.signal.addEventListener('abort', reject, { once: true })),
    ]);
  } catch (thrown) {
    await client.close().catch(() => undefined);
    throw options.signal.aborted ? new McpFailure('timeout', { cause: thrown }) : toMcpFailure(thrown);
  }
  const { name, version } = client.getServerVersion() ?? {};
  return {
    info: { name: bounded(name), version: bounded(version), protocol: bounded(client.getNegotiatedProtocolVersion()) },
    listTools: (signal) => guard(() => listAll(client, signal)),
    call: ({ name: tool, args, parameters, signal, timeoutMs, progress }) =>
      guard(async () => {
        const inputSchema = { ...parameters, type: 'object' as const };
        return await client.callTool(
          { name: tool, arguments: args },
          {
            signal,
            timeout: timeoutMs,
            toolDefinition: { name: tool, inputSchema } as never,
            onprogress: ({ progress: value, total, message }) => progress(value, { total, message }),
          },
        );
      }),
    close: () => closeAll(client, transport),
  };
}
