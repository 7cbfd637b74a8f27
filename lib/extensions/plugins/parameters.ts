import { z } from 'zod';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/i, 'is a name of letters, digits and _, such as city_name');
const description = z.string().trim().min(1).max(500).optional();
const count = z.number().int().min(0).max(100_000);
const bound = z.number().min(-1e15).max(1e15);
const enumOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(100).optional();

/** Longest text a parameter may have unless its manifest says less. */
const maxTextChars = 20_000;
const maxItems = 100;

const textSchema = z.strictObject({
  type: z.literal('string'),
  description,
  enum: enumOf(z.string().min(1).max(200)),
  minLength: count.optional(),
  maxLength: count.optional(),
  default: z.string().max(2_000).optional(),
});
const numberSchema = z.strictObject({
  type: z.enum(['number', 'integer']),
  description,
  enum: enumOf(bound),
  minimum: bound.optional(),
  maximum: bound.optional(),
  default: bound.optional(),
});
const flagSchema = z.strictObject({ type: z.literal('boolean'), description, default: z.boolean().optional() });
const scalarSchema = z.discriminatedUnion('type', [textSchema, numberSchema, flagSchema]);
const listSchema = z.strictObject({
  type: z.literal('array'),
  description,
  items: scalarSchema,
  minItems: count.optional(),
  maxItems: count.optional(),
});
const fieldSchema = z.discriminatedUnion('type', [textSchema, numberSchema, flagSchema, listSchema]);

/** The part of JSON Schema that a manifest may describe parameters with; what it does not know is refused. */
export const parametersSchema = z.strictObject({
  type: z.literal('object'),
  properties: z
    .record(name, fieldSchema)
    .refine((fields) => Object.keys(fields).length <= 30, 'has more than 30 parameters'),
  required: z.array(name).max(30).optional(),
  additionalProperties: z.literal(false).optional(),
});

export type ParameterField = z.infer<typeof fieldSchema>;
export type Parameters = z.infer<typeof parametersSchema>;

type Scalar = z.infer<typeof scalarSchema>;

function oneOf(schema: z.ZodType, allowed: readonly unknown[] | undefined): z.ZodType {
  if (allowed === undefined) return schema;
  return schema.refine((value) => allowed.includes(value), `must be one of ${allowed.map(String).join(', ')}`);
}

function textOf({ enum: allowed, minLength = 0, maxLength = maxTextChars }: Extract<Scalar, { type: 'string' }>) {
  if (allowed) return z.enum(allowed as [string, ...string[]]);
  const text = z.string().min(minLength).max(Math.min(maxLength, maxTextChars));
  return text.refine((value) => value.isWellFormed(), 'is not well-formed text');
}

function scalarOf(field: Scalar): z.ZodType {
  if (field.type === 'boolean') return z.boolean();
  if (field.type === 'string') return textOf(field);
  const number = field.type === 'integer' ? z.number().int() : z.number();
  const { minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE } = field;
  const isBounded = field.minimum !== undefined || field.maximum !== undefined;
  return oneOf(isBounded ? number.min(minimum).max(maximum) : number, field.enum);
}

function fieldOf(field: ParameterField, isRequired: boolean): z.ZodType {
  const base =
    field.type === 'array'
      ? z
          .array(scalarOf(field.items))
          .min(field.minItems ?? 0)
          .max(Math.min(field.maxItems ?? maxItems, maxItems))
      : scalarOf(field);
  const described = field.description === undefined ? base : base.describe(field.description);
  if (field.type !== 'array' && field.default !== undefined) return described.default(field.default);
  return isRequired ? described : described.optional();
}

/** The schema that the arguments of a call are held against. */
export function toArgumentSchema({ properties, required = [] }: Parameters): z.ZodObject {
  const entries = Object.entries(properties).map(
    ([key, field]) => [key, fieldOf(field, required.includes(key))] as const,
  );
  return z.object(Object.fromEntries(entries)) as z.ZodObject;
}

/** Whether a default is one of the values its own field allows. */
export function acceptsDefault(field: ParameterField): boolean {
  if (field.type === 'array' || field.default === undefined) return true;
  return scalarOf(field).safeParse(field.default).success;
}
