import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({ version: z.string() });
let known: string | undefined;

/** The version of this code. */
export function productVersion(): string {
  known ??= manifestSchema.parse(
    JSON.parse(readFileSync(join(/* turbopackIgnore: true */ process.cwd(), 'package.json'), 'utf8')),
  ).version;
  return known;
}
