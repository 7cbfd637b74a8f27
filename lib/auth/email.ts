import 'server-only';
import { z } from 'zod';

/** One spelling per address: trimmed and lower-cased; quoted, commented and non-ASCII forms are refused. */
export const emailSchema = z
  .string()
  .max(320)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email('This is not an e-mail address.').max(254));

export function normaliseEmail(text: unknown): string | null {
  const parsed = emailSchema.safeParse(text);
  return parsed.success ? parsed.data : null;
}
