import { z } from 'zod';
import type { JsonObject, MetonaResponseFormat } from '@/lib/ir';

/** Asks for the format in words: for models that know no other way, and for JSON modes that insist on it. */
export function describeFormat(format: MetonaResponseFormat): string {
  const only = 'Write nothing before or after it, and no code fence.';
  if (format.type === 'json_object') return `Answer with one JSON object. ${only}`;
  return `Answer with one JSON value that matches this JSON Schema. ${only}\n${JSON.stringify(format.schema)}`;
}

export type StructuredOutput = { readonly value: unknown } | { readonly problem: string };

/** The value an answer holds, or what is wrong with it. A fence around the whole answer is forgiven. */
export function readStructuredOutput(content: string, format: MetonaResponseFormat): StructuredOutput {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(content)?.[1];
  let value: unknown;
  try {
    value = JSON.parse(fenced ?? content);
  } catch {
    return { problem: 'the answer is not the JSON that was asked for' };
  }
  if (format.type === 'json_object') {
    return isObject(value) ? { value } : { problem: 'the answer is JSON, but not the object that was asked for' };
  }
  const mismatch = findMismatch(value, format.schema);
  return mismatch === undefined ? { value } : { problem: `the answer does not match the schema (${mismatch})` };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findMismatch(value: unknown, schema: JsonObject): string | undefined {
  let checker: z.ZodType;
  try {
    checker = z.fromJSONSchema(schema);
  } catch {
    // Keywords that the checker does not know are no reason to refuse an answer.
    return findMissing(value, schema);
  }
  const issue = checker.safeParse(value).error?.issues[0];
  return issue && `${issue.path.map(String).join('.') || 'root'}: ${issue.message.slice(0, 120)}`;
}

function findMissing(value: unknown, schema: JsonObject): string | undefined {
  if (schema.type === 'object' && !isObject(value)) return 'root: not an object';
  if (schema.type === 'array' && !Array.isArray(value)) return 'root: not an array';
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const missing = isObject(value) ? required.find((key) => !(String(key) in value)) : undefined;
  return missing === undefined ? undefined : `${String(missing)}: missing`;
}

const nodeLists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const nodeTables = ['properties', '$defs', 'definitions'];

function childrenOf(schema: JsonObject): unknown[] {
  const lists = nodeLists.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []));
  const tables = nodeTables.flatMap((key) => (isObject(schema[key]) ? Object.values(schema[key]) : []));
  return [...lists, ...tables, schema.items];
}

export interface SchemaRules {
  /** Every property of every object must be required. */
  readonly allRequired: boolean;
}

/** Whether a provider that compiles schemas takes this one: objects must be closed, perhaps complete. */
export function isStrictSchema(schema: unknown, rules: SchemaRules): boolean {
  if (!isObject(schema)) return true;
  const properties = isObject(schema.properties) ? Object.keys(schema.properties) : undefined;
  if (schema.type === 'object' || properties !== undefined) {
    if (schema.additionalProperties !== false) return false;
    const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
    if (rules.allRequired && properties?.some((name) => !required.includes(name))) return false;
  }
  return childrenOf(schema).every((child) => isStrictSchema(child, rules));
}
