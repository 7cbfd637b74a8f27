import 'server-only';
import type { z } from 'zod';
import type { StoredSetting } from '@/lib/db/settings-store';

/** A user's settings as they lie in the database. */
export type StoredSettings = ReadonlyMap<string, StoredSetting>;

/** A value that no longer fits its schema counts as unset. */
export function readStored<Schema extends z.ZodType>(
  stored: StoredSettings,
  key: string,
  schema: Schema,
): z.output<Schema> | null {
  const parsed = schema.safeParse(stored.get(key)?.value);
  return parsed.success ? parsed.data : null;
}
