import 'server-only';
import { z } from 'zod';
import { leftOutSchema, mcpFailureKinds } from '@/lib/extensions/mcp';

const text = (most: number) => z.string().trim().min(1).max(most);

const localKeys = new Set(['command', 'args', 'stdio', 'env', 'cwd', 'transport', 'type', 'mcpServers']);
const neverLocal = 'Metona starts no programs. An MCP server is reached by its address, over HTTP.';
const isLocal = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => localKeys.has(key));

/** What is not known is refused; what would start a program, with a sentence that says so, whatever else is wrong. */
function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = new Set(Object.keys(shape));
  return z
    .looseObject(shape)
    .refine((value) => !isLocal(value), { error: neverLocal, when: () => true })
    .superRefine((value, context) => {
      for (const key of Object.keys(value).filter((name) => !known.has(name) && !localKeys.has(name))) {
        context.addIssue({ code: 'custom', path: [key], message: 'This field is not known here.' });
      }
    });
}

/** Those that the protocol or the connection sets, and those that would carry another's sign-in. */
const reservedHeaders =
  /^(host|cookie|connection|content-.*|transfer-encoding|accept|accept-encoding|origin|te|upgrade|keep-alive|proxy-.*|mcp-.*|last-event-id|expect|trailer)$/i;

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'is not the name of a header')
  .refine((name) => !reservedHeaders.test(name), 'cannot be set here');
const headerValue = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .regex(/^[\x20-\x7e]+$/, 'must be plain ASCII on one line');

export const maxHeaders = 10;
const headers = z
  .record(headerName, headerValue)
  .refine((given) => Object.keys(given).length <= maxHeaders, `at most ${maxHeaders} headers`);
const headerChanges = z
  .record(headerName, headerValue.nullable())
  .refine((given) => Object.keys(given).length <= 2 * maxHeaders, `at most ${maxHeaders} headers`);

export const mcpServerBody = strict({
  name: text(60),
  url: text(2_000),
  headers: headers.optional(),
  enabled: z.boolean().optional(),
});
export type NewMcpServer = Pick<z.infer<typeof mcpServerBody>, 'name' | 'url' | 'headers' | 'enabled'>;

export const mcpServerPatchBody = strict({
  name: text(60).optional(),
  url: text(2_000).optional(),
  /** By name; null takes one away, and those not named stay. */
  headers: headerChanges.optional(),
  enabled: z.boolean().optional(),
});
export type McpServerPatch = Pick<z.infer<typeof mcpServerPatchBody>, 'name' | 'url' | 'headers' | 'enabled'>;

export const mcpCallbackQuery = z.object({
  state: z.string().max(200).optional(),
  code: z.string().max(4_000).optional(),
  iss: z.string().max(2_000).optional(),
  error: z.string().max(200).optional(),
});
export const mcpCallbackBody = z.strictObject({
  state: text(200),
  code: z.string().min(1).max(4_000).optional(),
  iss: z.string().max(2_000).optional(),
  error: z.string().max(200).optional(),
});

const errorSchema = z.object({ code: z.enum(mcpFailureKinds), message: z.string() });
export type McpErrorView = z.infer<typeof errorSchema>;

export const mcpServerViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** In the names of its tools: `mcp.<slug>.<tool>`. */
  slug: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  state: z.enum(['unchecked', 'ready', 'failed', 'sign_in_needed']),
  error: errorSchema.nullable(),
  checked_at: z.iso.datetime().nullable(),
  latency_ms: z.number().nullable(),
  /** What it says about itself. */
  server: z.object({ name: z.string(), version: z.string(), protocol_version: z.string() }).nullable(),
  headers: z.array(z.object({ name: z.string(), last4: z.string().nullable() })),
  signed_in: z.boolean(),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string().nullable(),
      description: z.string(),
      hints: z.object({ read_only: z.boolean().nullable(), destructive: z.boolean().nullable() }),
    }),
  ),
  left_out: z.array(leftOutSchema),
});
export type McpServerView = z.infer<typeof mcpServerViewSchema>;

export const mcpTestSchema = z.object({
  ok: z.boolean(),
  error: errorSchema.nullable(),
  server: mcpServerViewSchema,
});
export type McpTest = z.infer<typeof mcpTestSchema>;

/** Null when the server lets its user in without asking him again. */
export const mcpSignInSchema = z.object({ authorization_url: z.string().nullable() });
