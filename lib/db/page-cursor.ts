import 'server-only';
import { z } from 'zod';

/** A place in a list sorted by time and id, newest first. */
export interface PagePlace {
  readonly at: number;
  readonly id: string;
  readonly pinned?: boolean | undefined;
}

const placeSchema = z.object({
  at: z.number().int().min(0).max(253_402_300_799_999),
  id: z.string().regex(/^[\w-]{1,200}$/),
  pinned: z.boolean().optional(),
});

/** Opaque text for `next_cursor`. */
export function encodePlace(place: PagePlace): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place a cursor names; null when it is not one of ours. */
export function decodePlace(cursor: string): PagePlace | null {
  try {
    const parsed = placeSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** Cuts the one row too many that a page query asks for and names the place of the last row kept. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  of: { item: (row: Row) => Item; place: (row: Row) => PagePlace },
): Page<Item> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items: kept.map(of.item), nextCursor: hasMore ? encodePlace(of.place(last)) : null };
}
