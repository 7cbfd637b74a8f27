import { z } from 'zod';
import { hashArgs } from '@/lib/crypto/canonical-json';
import { metonaToolParamsSchema } from '@/lib/ir';
import { readSchema, SchemaTooLarge } from './read-schema';

export const maxToolsPerServer = 128;
const maxDescription = 4_000;
const maxName = 200;

/** What a server says about how harmless its tool is; shown, never believed. */
const hintsSchema = z.object({ readOnly: z.boolean().optional(), destructive: z.boolean().optional() });

/** A tool as it is kept: what a model and a person are shown, bounded, and `hash` over all that the server said. */
export const mcpToolSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  parameters: metonaToolParamsSchema,
  hints: hintsSchema,
  hash: z.string(),
});
export type McpTool = z.infer<typeof mcpToolSchema>;

const leftOutReasons = ['no_name', 'name_taken', 'bad_schema', 'schema_too_large', 'too_many'] as const;
export const leftOutSchema = z.object({ name: z.string(), reason: z.enum(leftOutReasons) });
export type LeftOutTool = z.infer<typeof leftOutSchema>;

export interface McpToolList {
  readonly tools: readonly McpTool[];
  readonly leftOut: readonly LeftOutTool[];
}

const rawToolSchema = z.looseObject({
  name: z.string().min(1).max(maxName),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  annotations: z
    .looseObject({
      title: z.string().optional().catch(undefined),
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const bounded = (text: string, limit: number) => (text.length <= limit ? text : `${text.slice(0, limit - 1)}…`);

function readTool(raw: unknown, taken: ReadonlySet<string>): McpTool | LeftOutTool {
  const parsed = rawToolSchema.safeParse(raw);
  if (!parsed.success) return { name: '', reason: 'no_name' };
  const { name, description = '', annotations, inputSchema } = parsed.data;
  if (taken.has(name)) return { name, reason: 'name_taken' };
  const parameters = readSchema(inputSchema);
  if (parameters === null) return { name, reason: 'bad_schema' };
  const title = parsed.data.title ?? annotations?.title;
  const { readOnlyHint: readOnly, destructiveHint: destructive } = annotations ?? {};
  return {
    name,
    title: title === undefined ? null : bounded(title, maxName),
    description: bounded(description, maxDescription),
    parameters,
    hints: { ...(readOnly !== undefined && { readOnly }), ...(destructive !== undefined && { destructive }) },
    hash: hashArgs([name, description, parameters]),
  };
}

function readWithin(raw: unknown, taken: ReadonlySet<string>): McpTool | LeftOutTool {
  try {
    return readTool(raw, taken);
  } catch (error) {
    // Nested so deeply that nothing can walk through it.
    if (!(error instanceof SchemaTooLarge || error instanceof RangeError)) throw error;
    const { name } = raw as { name?: unknown };
    return { name: typeof name === 'string' ? name.slice(0, maxName) : '', reason: 'schema_too_large' };
  }
}

/** The tools of a list as a server sent it; one that cannot be used is left out, and the others stay. */
export function readTools(raw: readonly unknown[]): McpToolList {
  const tools: McpTool[] = [];
  const leftOut: LeftOutTool[] = [];
  const taken = new Set<string>();
  for (const entry of raw) {
    const tool = readWithin(entry, taken);
    if ('reason' in tool) leftOut.push(tool);
    else if (tools.length >= maxToolsPerServer) leftOut.push({ name: tool.name, reason: 'too_many' });
    else {
      taken.add(tool.name);
      tools.push(tool);
    }
  }
  return { tools, leftOut: leftOut.slice(0, maxToolsPerServer) };
}
