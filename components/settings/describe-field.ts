import type { Translate } from '@/lib/i18n';

/** One argument of a tool as a person reads it. */
export interface FieldView {
  readonly name: string;
  readonly isRequired: boolean;
  /** Kind, limits and default. */
  readonly facts: readonly string[];
  readonly description: string;
  readonly fields: readonly FieldView[];
}

type Schema = Readonly<Record<string, unknown>>;

const maxDepth = 3;
const maxFields = 60;
const maxChoices = 20;
const longest = 600;

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const cut = (text: string, most = longest) => (text.length > most ? `${text.slice(0, most)}…` : text);
const show = (value: unknown) => cut(typeof value === 'string' ? value : JSON.stringify(value), 60);

function kindOf(type: unknown, schema: Schema, t: Translate): string {
  switch (type) {
    case 'string':
      return t('tools.field.text');
    case 'integer':
      return t('tools.field.integer');
    case 'number':
      return t('tools.field.number');
    case 'boolean':
      return t('tools.field.boolean');
    case 'null':
      return t('tools.field.nothing');
    case 'object':
      return t('tools.field.object');
    case 'array':
      return isRecord(schema.items)
        ? t('tools.field.listOf', { kind: wordsOf(schema.items, t) })
        : t('tools.field.list');
    default:
      return t('tools.field.any');
  }
}

/** The kind of value in words. */
function wordsOf(schema: Schema, t: Translate): string {
  const choices = 'const' in schema ? [schema.const] : listOf(schema.enum);
  if (choices.length > 0) {
    const shown = choices.slice(0, maxChoices).map(show).join(', ');
    return t('tools.field.oneOf', { values: choices.length > maxChoices ? `${shown}, …` : shown });
  }
  const variants = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].filter(isRecord);
  const words =
    variants.length > 0
      ? variants.slice(0, maxChoices).map((variant) => kindOf(variant.type, {}, t))
      : (Array.isArray(schema.type) ? schema.type : [schema.type]).map((type) => kindOf(type, schema, t));
  return [...new Set(words)].join(' / ') || t('tools.field.any');
}

const limitOf = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

function rangeOf(schema: Schema, t: Translate): string | null {
  const from = limitOf(schema.minimum);
  const to = limitOf(schema.maximum);
  if (from !== undefined && to !== undefined) return t('tools.field.range', { from, to });
  if (from !== undefined) return t('tools.field.atLeast', { from });
  return to === undefined ? null : t('tools.field.atMost', { to });
}

function limitsOf(schema: Schema, t: Translate): string[] {
  const chars = limitOf(schema.maxLength);
  const items = limitOf(schema.maxItems);
  return [
    rangeOf(schema, t),
    chars === undefined ? null : t('tools.field.maxChars', { count: chars }),
    items === undefined ? null : t('tools.field.maxItems', { count: items }),
    schema.default === undefined ? null : t('tools.field.default', { value: show(schema.default) }),
  ].filter((text) => text !== null);
}

/** The arguments of a schema. It may come from a stranger: whatever is no schema is left out, and depth has an end. */
export function describeFields(schema: unknown, t: Translate, depth = 0): readonly FieldView[] {
  if (!isRecord(schema) || depth > maxDepth) return [];
  if (isRecord(schema.items)) return describeFields(schema.items, t, depth + 1);
  if (!isRecord(schema.properties)) return [];
  const required = new Set(listOf(schema.required));
  return Object.entries(schema.properties)
    .slice(0, maxFields)
    .flatMap(([name, field]) =>
      isRecord(field)
        ? [
            {
              name: cut(name, 120),
              isRequired: required.has(name),
              facts: [wordsOf(field, t), ...limitsOf(field, t)],
              description: typeof field.description === 'string' ? cut(field.description) : '',
              fields: describeFields(field, t, depth + 1),
            },
          ]
        : [],
    );
}
