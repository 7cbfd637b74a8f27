import type { z } from 'zod';
import type { ArgumentCheck, RunnableTool, ToolContext, ToolOutcome } from '@/lib/agent/ports';
import { hashArgs } from '@/lib/crypto/canonical-json';
import type { MetonaRender, MetonaRiskLevel, MetonaToolCategory, MetonaToolDef } from '@/lib/ir';
import { boundResult, boundText } from './bound-result';
import { toToolParams } from './to-tool-params';

const defaultTimeoutMs = 60_000;
const defaultMaxResultChars = 16_000;

/**
 * A tool as its author writes it. `input` is a strict object; `permission` is the policy key; `requiresPermission`
 * says that it asks unless a rule or a grant allows it; `idempotent` that a call may run twice. `execute` gets parsed
 * arguments with defaults filled in, must stop on `context.signal`, and throws to fail: the message reaches the model.
 */
export interface ToolSpecification<Schema extends z.ZodObject, Result> {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  readonly category: MetonaToolCategory;
  readonly riskLevel: MetonaRiskLevel;
  readonly permission?: string;
  readonly requiresPermission?: boolean;
  readonly timeoutMs?: number;
  readonly idempotent?: boolean;
  readonly maxResultChars?: number;
  /** Strangers wrote what it returns; tools of the categories `network`, `mcp` and `filesystem` need not say so. */
  readonly returnsUntrusted?: boolean;
  /** How people see its results, where it has no card of its own. */
  readonly render?: MetonaRender | undefined;
  /** Strangers wrote this result; for a tool that returns what they wrote and what the user wrote. */
  readonly isUntrusted?: (result: Result) => boolean;
  /** Every call asks once text of strangers is in the conversation, although the permission does not say so. */
  readonly asksAfterStrangers?: boolean;
  /** The host a call reaches, for a tool with the permission `network.request` whose URL is not the argument `url`. */
  readonly hostOf?: (args: Record<string, unknown>) => string | null;
  /** What a call rests on when a person is asked about it; given back to `execute` as `context.basis`. */
  readonly basisOf?: (args: z.output<Schema>, of: { userId: string; sessionId: string }) => Promise<string>;
  /** What the model reads instead of the result as JSON. */
  readonly summarize?: (result: Result) => string;
  execute(args: z.output<Schema>, context: ToolContext): Promise<Result>;
}

function issuesOf(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: 'unknown argument' }));
  });
}

function describeTool<Schema extends z.ZodObject, Result>(tool: ToolSpecification<Schema, Result>): MetonaToolDef {
  return {
    name: tool.name,
    description: tool.description,
    parameters: toToolParams(tool.input),
    category: tool.category,
    riskLevel: tool.riskLevel,
    requiresPermission: tool.requiresPermission ?? false,
    timeoutMs: tool.timeoutMs ?? defaultTimeoutMs,
    idempotent: tool.idempotent ?? true,
    maxResultChars: tool.maxResultChars ?? defaultMaxResultChars,
    ...(tool.permission === undefined ? {} : { permission: tool.permission }),
    ...(tool.returnsUntrusted === undefined ? {} : { returnsUntrusted: tool.returnsUntrusted }),
    ...(tool.render === undefined ? {} : { render: tool.render }),
  };
}

/**
 * Makes a tool the runtime can run. `check` answers with the arguments exactly as given, so that what was shown is what
 * runs; defaults are filled in at execution. `identity` is a hash of name and schema. The result is bounded for people
 * and for the model.
 */
export function defineTool<Schema extends z.ZodObject, Result>(tool: ToolSpecification<Schema, Result>): RunnableTool {
  const schema = tool.input.strict();
  const def = describeTool({ ...tool, input: schema as unknown as Schema });
  const maxChars = def.maxResultChars ?? defaultMaxResultChars;
  const identity = hashArgs([def.name, def.parameters]);

  const check = (args: Record<string, unknown>): ArgumentCheck => {
    const parsed = schema.safeParse(args);
    return parsed.success ? { ok: true, args } : { ok: false, issues: issuesOf(parsed.error) };
  };

  const execute = async (args: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome> => {
    const result = await tool.execute(schema.parse(args) as z.output<Schema>, context);
    const summary = tool.summarize?.(result) ?? JSON.stringify(result) ?? 'null';
    const outcome = { result: boundResult(result), summary: boundText(summary, maxChars) };
    return tool.isUntrusted?.(result) ? { ...outcome, untrusted: true } : outcome;
  };

  const { hostOf, basisOf } = tool;
  return {
    def,
    identity,
    check,
    execute,
    ...(tool.asksAfterStrangers && { asksAfterStrangers: true }),
    ...(hostOf && { hostOf }),
    ...(basisOf && { basisOf: (args, of) => basisOf(schema.parse(args) as z.output<Schema>, of) }),
  };
}
