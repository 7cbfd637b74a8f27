import type { ArgumentCheck } from '@/lib/agent/ports';

type Json = Record<string, unknown>;
type Issue = { path: string; message: string };

const maxIssues = 20;
/** Schemas a value may be held against; more than any sensible call needs. */
const maxSteps = 200_000;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeOf(value) === type;
}

const sameJson = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * Checks what a model wrote against a schema that `readSchema` wrote out. What it does not know (patterns, formats,
 * conditions) is left to the server: nothing a stranger wrote is compiled or matched here.
 */
class Checker {
  readonly issues: Issue[] = [];
  readonly #budget: { left: number };

  constructor(budget: { left: number }) {
    this.#budget = budget;
  }

  check(schema: unknown, value: unknown, path: string): void {
    if (this.issues.length >= maxIssues) return;
    this.#budget.left -= 1;
    if (this.#budget.left < 0) {
      this.issues.push({ path: '', message: 'there is too much of it to be checked' });
      return;
    }
    if (schema === false) this.#say(path, 'is not allowed');
    if (!isObject(schema)) return;
    this.#checkType(schema, value, path);
    if (isObject(value)) this.#checkObject(schema, value, path);
    if (Array.isArray(value)) this.#checkArray(schema, value, path);
    if (typeof value === 'number') this.#checkRange(value, [schema.minimum, schema.maximum], { path, unit: '' });
    if (typeof value === 'string') {
      const length = [...value].length;
      this.#checkRange(length, [schema.minLength, schema.maxLength], { path, unit: ' characters' });
    }
    this.#checkAlternatives(schema, value, path);
  }

  #say(path: string, message: string): void {
    this.issues.push({ path, message });
  }

  #checkType(schema: Json, value: unknown, path: string): void {
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length > 0 && !types.some((type) => hasType(value, type))) {
      this.#say(path, `expected ${types.map(String).join(' or ')}, received ${typeOf(value)}`);
    }
    if (Array.isArray(schema.enum) && !schema.enum.some((option) => sameJson(option, value))) {
      const options = schema.enum.slice(0, 20).map((option) => JSON.stringify(option));
      this.#say(path, `expected one of ${options.join(', ')}`);
    }
    if (Object.hasOwn(schema, 'const') && !sameJson(schema.const, value)) {
      this.#say(path, `expected ${JSON.stringify(schema.const)}`);
    }
  }

  #checkObject(schema: Json, value: Json, path: string): void {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const inner = (name: string) => (path === '' ? name : `${path}.${name}`);
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      if (typeof name === 'string' && !Object.hasOwn(value, name)) this.#say(inner(name), 'is missing');
    }
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) this.check(properties[name], member, inner(name));
      else if (schema.additionalProperties === false && schema.patternProperties === undefined) {
        this.#say(inner(name), 'unknown argument');
      } else this.check(schema.additionalProperties, member, inner(name));
    }
  }

  #checkArray(schema: Json, value: readonly unknown[], path: string): void {
    this.#checkRange(value.length, [schema.minItems, schema.maxItems], { path, unit: ' items' });
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    for (const [index, item] of value.entries()) {
      this.check(index < first.length ? first[index] : schema.items, item, `${path}[${index}]`);
    }
  }

  #checkRange(
    value: number,
    [least, most]: readonly [unknown, unknown],
    { path, unit }: { path: string; unit: string },
  ): void {
    if (typeof least === 'number' && value < least) this.#say(path, `must be at least ${least}${unit}`);
    if (typeof most === 'number' && value > most) this.#say(path, `must be at most ${most}${unit}`);
  }

  #checkAlternatives(schema: Json, value: unknown, path: string): void {
    for (const each of Array.isArray(schema.allOf) ? schema.allOf : []) this.check(each, value, path);
    for (const options of [schema.anyOf, schema.oneOf]) {
      if (!Array.isArray(options) || options.length === 0) continue;
      if (!options.some((option) => this.#fits(option, value))) this.#say(path, 'fits none of the forms it may have');
    }
  }

  #fits(schema: unknown, value: unknown): boolean {
    const checker = new Checker(this.#budget);
    checker.check(schema, value, '');
    return checker.issues.length === 0;
  }
}

export function checkArguments(schema: unknown, args: Record<string, unknown>): ArgumentCheck {
  const checker = new Checker({ left: maxSteps });
  checker.check(schema, args, '');
  return checker.issues.length === 0 ? { ok: true, args } : { ok: false, issues: checker.issues };
}
