/** Pairs each item with a key for rendering: in a snapshot nothing moves, so its place is what an item is known by. */
export function byPosition<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, position) => ({ key: `at-${position}`, item }));
}
