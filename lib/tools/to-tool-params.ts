import { z } from 'zod';
import type { ZodTypeAny as LegacySchema } from 'zod/v3';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { type MetonaToolParams, metonaToolParamsSchema } from '@/lib/ir';

const isCurrent = (schema: z.ZodType | LegacySchema): schema is z.ZodType => '_zod' in schema;

/**
 * JSON Schema of a tool's arguments. Zod 4 schemas go through Zod itself, Zod 3 schemas, which plugins still ship,
 * through `zod-to-json-schema`; each converter silently gives an empty schema for the other kind. Defaults make a field
 * optional. Throws when the root is not an object.
 */
export function toToolParams(schema: z.ZodType | LegacySchema): MetonaToolParams {
  const json = isCurrent(schema)
    ? z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
    : zodToJsonSchema(schema, { $refStrategy: 'none', target: 'jsonSchema7' });
  const { $schema: _dialect, ...parameters } = json as Record<string, unknown>;
  return metonaToolParamsSchema.parse(parameters);
}
