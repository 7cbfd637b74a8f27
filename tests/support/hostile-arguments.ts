import type { MetonaToolParams } from '@/lib/ir';

type Schema = Readonly<Record<string, unknown>>;
export type Arguments = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nested = (depth: number): unknown => {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Texts that have broken parsers, paths, queries, terminals and databases; all of them pass as text. */
export const hostileTexts: readonly string[] = [
  'nul\u0000nul',
  '\ud800 half of a character',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/proc/self/environ',
  '%2e%2e%2f%00',
  '__proto__',
  'constructor',
  "'; DROP TABLE users; --",
  ['{{7*7}}$', '{7*7}<script>alert(1)</script>'].join(''),
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  '\u202e\u2066\ufeff\u200b',
  '(((((((((((a+)+)+)+)+)+)+)+)+)+)+)+$',
  '[['.repeat(2_000),
];

/** Made when they are needed: some are large. */
const hostileValues: readonly (() => unknown)[] = [
  () => null,
  () => [],
  () => ({}),
  () => true,
  () => -1,
  () => Number.MAX_VALUE,
  () => -Number.MAX_VALUE,
  () => 1e-320,
  () => 2 ** 60,
  () => '',
  () => ' \n\t ',
  () => 'x'.repeat(10 * 1024 * 1024),
  () => [nested(10_000)],
  () => nested(10_000),
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  () => Array.from({ length: 20_000 }, () => 'x'),
  ...hostileTexts.map((text) => () => text),
  ...hostileTexts.map((text) => () => [text]),
];

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** A value that the schema of a field allows, as plain as it can be. */
function plainValue(field: Schema): unknown {
  if (field.default !== undefined) return field.default;
  if ('const' in field) return field.const;
  const choice = firstOf(field.enum);
  if (choice !== undefined) return choice;
  const variant = firstOf(field.anyOf) ?? firstOf(field.oneOf);
  if (isSchema(variant)) return plainValue(variant);
  switch (Array.isArray(field.type) ? field.type[0] : field.type) {
    case 'integer':
    case 'number':
      return Math.max(typeof field.minimum === 'number' ? field.minimum : 1, 1);
    case 'boolean':
      return false;
    case 'array':
      return isSchema(field.items) && Number(field.minItems ?? 0) > 0 ? [plainValue(field.items)] : [];
    case 'object':
      return plainArguments(field);
    default:
      return 'a.txt';
  }
}

/** Arguments that a tool takes: what it requires and nothing else. */
export function plainArguments(schema: MetonaToolParams | Schema): Arguments {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const fields = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (required.has(name) && isSchema(field) ? [[name, plainValue(field)]] : [])),
  );
}

/** Whole sets of arguments: keys nobody knows, keys of prototypes, and one field after the other gone bad. */
export function* hostileArguments(schema: MetonaToolParams): Generator<{ name: string; args: Arguments }> {
  const plain = plainArguments(schema);
  yield { name: 'nothing', args: {} };
  yield { name: 'an unknown key', args: { ...plain, unexpected: 1 } };
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString'])
    yield { name: key, args: { ...plain, ...JSON.parse(`{${JSON.stringify(key)}:{"a":1}}`) } };
  for (const field of Object.keys(schema.properties))
    for (const [at, make] of hostileValues.entries())
      yield { name: `${field} ${at}`, args: { ...plain, [field]: make() } };
}

/** The fields of a schema and of all that is in them, by path. */
export function fieldsOf(schema: unknown, path = ''): { path: string; field: Schema }[] {
  if (!isSchema(schema)) return [];
  const own = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  const within = own.flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return isSchema(field) ? [{ path: at, field }, ...fieldsOf(field, at)] : [];
  });
  return [...within, ...fieldsOf(schema.items, `${path}[]`)];
}
