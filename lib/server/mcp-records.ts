import 'server-only';
import { z } from 'zod';
import type { McpServerRecord } from '@/lib/db/mcp-server-store';
import { leftOutSchema, type McpTool, mcpFailureKinds, mcpToolSchema, nameTools } from '@/lib/extensions/mcp';
import type { McpServerView } from './mcp-schemas';
import { isoOf } from './session-view';

const infoSchema = z.object({ name: z.string(), version: z.string(), protocol: z.string() });
const errorSchema = z.object({ code: z.enum(mcpFailureKinds), message: z.string() });
const headersSchema = z.array(z.object({ name: z.string(), last4: z.string().nullable() }));
const stateSchema = z.enum(['unchecked', 'ready', 'failed', 'sign_in_needed']);

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** The tools as they are kept; those that no longer fit their form are gone. */
export function storedTools(value: unknown): McpTool[] {
  const all = read(z.array(z.unknown()), value) ?? [];
  return all.flatMap((item) => read(mcpToolSchema, item) ?? []);
}

export const headersOf = (row: Pick<McpServerRecord, 'headers'>) => read(headersSchema, row.headers) ?? [];

function toolsView(row: McpServerRecord): McpServerView['tools'] {
  const tools = storedTools(row.tools);
  const names = nameTools(
    row.slug,
    tools.map(({ name }) => name),
  );
  return tools.map(({ name, title, description, hints }) => ({
    name: names.get(name) ?? name,
    title: title ?? (names.get(name)?.endsWith(`.${name}`) ? null : name),
    description,
    hints: { read_only: hints.readOnly ?? null, destructive: hints.destructive ?? null },
  }));
}

/** The outward shape has no field that could hold a secret. */
export function toMcpServerView(row: McpServerRecord): McpServerView {
  const info = read(infoSchema, row.info);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    url: row.url,
    enabled: row.enabled,
    state: read(stateSchema, row.state) ?? 'unchecked',
    error: read(errorSchema, row.error),
    checked_at: row.checkedAt === null ? null : isoOf(row.checkedAt.getTime()),
    latency_ms: row.latencyMs,
    server: info && { name: info.name, version: info.version, protocol_version: info.protocol },
    headers: headersOf(row),
    signed_in: row.signedInAt !== null,
    tools: toolsView(row),
    left_out: read(z.array(leftOutSchema), row.leftOut) ?? [],
  };
}
