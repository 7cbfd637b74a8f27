/** Closes a `switch` over a tag: a new member of the union becomes a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
