const longestName = 64;
const accepted = /^[a-zA-Z0-9_-]{1,64}$/;

/** Maps dotted IR names to what providers accept and back, one to one within a request. */
export interface ToolNameCodec {
  toWire(name: string): string;
  /** A name nobody offered is kept as the model wrote it. */
  fromWire(wireName: string): string;
  knows(wireName: string): boolean;
}

/** FNV-1a; only to give names that would look alike different endings. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

function withHash(name: string, attempt: number): string {
  const hash = hashOf(`${attempt}:${name}`);
  return `${name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longestName - hash.length - 1)}_${hash}`;
}

function encodeName(name: string, taken: ReadonlyMap<string, string>): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_');
  if (accepted.test(plain) && !taken.has(plain)) return plain;
  let attempt = 0;
  let candidate = withHash(name, attempt);
  while (taken.has(candidate)) {
    attempt += 1;
    candidate = withHash(name, attempt);
  }
  return candidate;
}

/** `offered` are the tools of this request; `mentioned` the names in its history, which may be invented. */
export function createToolNameCodec(offered: readonly string[], mentioned: readonly string[] = []): ToolNameCodec {
  const wireByName = new Map<string, string>();
  const nameByWire = new Map<string, string>();
  const add = (name: string) => {
    const known = wireByName.get(name);
    if (known !== undefined) return known;
    const wireName = encodeName(name, nameByWire);
    wireByName.set(name, wireName);
    nameByWire.set(wireName, name);
    return wireName;
  };
  // Names that need no change keep themselves, so that a collision always moves the other one.
  for (const names of [offered, mentioned]) {
    for (const name of names) if (accepted.test(name)) add(name);
    for (const name of names) add(name);
  }
  return {
    toWire: add,
    fromWire: (wireName) => nameByWire.get(wireName) ?? wireName,
    knows: (wireName) => nameByWire.has(wireName),
  };
}
