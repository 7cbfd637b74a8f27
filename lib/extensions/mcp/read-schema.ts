import { type MetonaToolParams, metonaToolParamsSchema } from '@/lib/ir';

const maxNodes = 2_000;
const maxDepth = 24;
const maxChars = 16_384;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const single = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else']);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const byName = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Data, kept as it is. */
const data = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);
const dropped = new Set(['$ref', '$dynamicRef', '$defs', 'definitions', '$schema', '$id', '$anchor', '$comment']);

/** Thrown when a schema is larger than a model should read, or is made to grow without end. */
export class SchemaTooLarge extends Error {}

/**
 * Writes out every local reference, within a budget: what comes back refers to nothing, so that checking a value
 * against it takes time in proportion to what is read here. A reference into itself accepts anything.
 */
class Inliner {
  readonly #root: unknown;
  #nodes = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  write(schema: unknown, open: readonly string[] = []): unknown {
    this.#nodes += 1;
    if (this.#nodes > maxNodes || open.length > maxDepth) throw new SchemaTooLarge();
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) return {};
    const own = this.#writeKeywords(schema, open);
    const reference = schema.$ref;
    if (typeof reference !== 'string') return own;
    if (open.includes(reference)) return own;
    const target = this.write(this.#find(reference), [...open, reference]);
    return isObject(target) ? { ...target, ...own } : own;
  }

  #writeKeywords(schema: Json, open: readonly string[]): Json {
    const inner = [...open, ''];
    const kept: [string, unknown][] = [];
    for (const [key, value] of Object.entries(schema)) {
      if (dropped.has(key) || key === '__proto__') continue;
      const written = this.#writeKeyword(key, value, inner);
      if (written !== undefined) kept.push([key, written]);
    }
    return Object.fromEntries(kept);
  }

  #writeKeyword(key: string, value: unknown, open: readonly string[]): unknown {
    if (lists.has(key)) return Array.isArray(value) ? value.map((item) => this.write(item, open)) : undefined;
    if (byName.has(key)) {
      if (!isObject(value)) return undefined;
      const named = Object.entries(value).filter(([name]) => name !== '__proto__');
      return Object.fromEntries(named.map(([name, item]) => [name, this.write(item, open)]));
    }
    if (single.has(key)) {
      return Array.isArray(value) ? value.map((item) => this.write(item, open)) : this.write(value, open);
    }
    return data.has(key) || typeof value !== 'object' ? value : undefined;
  }

  #find(reference: string): unknown {
    if (!reference.startsWith('#')) return {};
    let at: unknown = this.#root;
    for (const step of reference.slice(1).split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return {};
      at = (at as Json)[name];
    }
    return at;
  }
}

/** What names no type is any value; a property's schema is an object in our own form. */
function toField(schema: unknown): unknown {
  if (!isObject(schema)) return schema === false ? { not: {} } : {};
  return schema;
}

/** The arguments of a stranger's tool; null when the schema is none of an object. Throws `SchemaTooLarge`. */
export function readSchema(raw: unknown): MetonaToolParams | null {
  if (!isObject(raw)) return null;
  const written = new Inliner(raw).write(raw);
  if (!isObject(written) || (written.type !== undefined && written.type !== 'object')) return null;
  const properties = isObject(written.properties) ? written.properties : {};
  const whole = {
    ...written,
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, toField(field)])),
  };
  if (JSON.stringify(whole).length > maxChars) throw new SchemaTooLarge();
  const parsed = metonaToolParamsSchema.safeParse(whole);
  return parsed.success ? parsed.data : null;
}
