import type { RunnableTool, ToolContext, ToolOutcome, ToolSource } from '@/lib/agent/ports';
import { hashArgs } from '@/lib/crypto/canonical-json';
import { MetonaFailure, MetonaRiskLevel, MetonaToolCategory, type MetonaToolDef } from '@/lib/ir';
import { checkArguments } from './check-arguments';
import type { McpConnections } from './connections';
import { McpFailure, toToolFailure } from './failure';
import { readResult } from './read-result';
import type { McpTool } from './read-tools';
import type { McpTarget } from './session';
import { mcpNamespace, nameTools } from './tool-names';

/** A server whose tools are offered, as it was last seen. */
export interface KnownMcpServer {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly url: string;
  readonly tools: readonly McpTool[];
}

/** What a user has set up. */
export interface McpServerSource {
  /** The enabled ones; asks no server. */
  list: (userId: string, of?: Parameters<ToolSource['list']>[1]) => Promise<readonly KnownMcpServer[]>;
  /** Null when it is gone or switched off. */
  target: (userId: string, serverId: string) => Promise<McpTarget | null>;
}

export interface McpToolDependencies {
  readonly servers: McpServerSource;
  readonly connections: McpConnections;
  /** Hides the secrets this process knows. */
  readonly redact: (text: string) => string;
}

const timeoutMs = 120_000;
const progressGapMs = 250;
const maxMessage = 200;

/** What a server claims about a tool can make it ask more, never less. */
function toDef(server: KnownMcpServer, tool: McpTool, name: string): MetonaToolDef {
  return {
    name,
    description: tool.description || (tool.title ?? tool.name),
    parameters: tool.parameters,
    category: MetonaToolCategory.MCP,
    riskLevel: tool.hints.destructive === true ? MetonaRiskLevel.HIGH : MetonaRiskLevel.MEDIUM,
    requiresPermission: true,
    permission: `${mcpNamespace}.${server.slug}`,
    timeoutMs,
    idempotent: false,
    returnsUntrusted: true,
  };
}

function createProgress(context: ToolContext) {
  let last = Number.NEGATIVE_INFINITY;
  return (progress: number, { total, message }: { total?: number | undefined; message?: string | undefined }) => {
    const now = context.now();
    if (now - last < progressGapMs || !Number.isFinite(progress)) return;
    last = now;
    const share = total !== undefined && total > 0 ? progress / total : 0;
    const said = message ?? (total === undefined ? String(progress) : undefined);
    context.progress(Math.min(1, Math.max(0, share)), said?.slice(0, maxMessage));
  };
}

function changed(name: string): MetonaFailure {
  const message = `The tool ${name} has changed since it was offered; it was not run.`;
  return new MetonaFailure({ code: 'invalid_request', message, retryable: false });
}

async function callTool(
  { servers, connections, redact }: McpToolDependencies,
  of: { server: KnownMcpServer; tool: McpTool; name: string; args: Record<string, unknown> },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { server, tool, name, args } = of;
  try {
    const target = await servers.target(context.userId, server.id);
    if (target === null || target.url !== server.url) throw changed(name);
    const raw = await connections.use(target, context.signal, async ({ session, findings }) => {
      const current = findings.tools.find((candidate) => candidate.name === tool.name);
      if (current?.hash !== tool.hash) throw changed(name);
      return await session.call({
        name: tool.name,
        args,
        parameters: tool.parameters,
        signal: context.signal,
        timeoutMs: timeoutMs + 5_000,
        progress: createProgress(context),
      });
    });
    const read = readResult(raw, redact);
    if (read.ok) return read.outcome;
    throw new MetonaFailure({ code: 'server_error', message: read.text, retryable: false });
  } catch (thrown) {
    if (!(thrown instanceof McpFailure)) throw thrown;
    throw toToolFailure(server.name, new McpFailure(thrown.kind, { detail: redact(thrown.detail), cause: thrown }));
  }
}

function toRunnable(
  dependencies: McpToolDependencies,
  server: KnownMcpServer,
  [tool, name]: [McpTool, string],
): RunnableTool {
  return {
    def: toDef(server, tool, name),
    identity: hashArgs([mcpNamespace, server.id, server.url, name, tool.hash]),
    origin: { kind: 'mcp', id: server.id, name: server.name },
    check: (args) => checkArguments(tool.parameters, args),
    execute: (args, context) => callTool(dependencies, { server, tool, name, args }, context),
  };
}

/** The tools of a user's MCP servers, as they were last seen: listing them asks no server. */
export function createMcpTools(dependencies: McpToolDependencies): ToolSource {
  return {
    async list(userId, of) {
      const servers = await dependencies.servers.list(userId, of);
      return servers.flatMap((server) => {
        const names = nameTools(
          server.slug,
          server.tools.map(({ name }) => name),
        );
        return server.tools.map((tool) => toRunnable(dependencies, server, [tool, names.get(tool.name) ?? '']));
      });
    },
  };
}
