import 'server-only';

const maximumDepth = 64;

export type JsonProblem = 'nested too deeply' | 'has the same field twice' | 'has a reserved field name';

interface Level {
  /** Null inside an array. */
  readonly keys: Set<string> | null;
  expectsKey: boolean;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function readKey(raw: string): string | null {
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return JSON.parse(raw) as string;
  } catch {
    return null;
  }
}

function checkKey(level: Level, raw: string): JsonProblem | null {
  level.expectsKey = false;
  const key = readKey(raw);
  if (key === null || level.keys === null) return null;
  if (key === '__proto__' || key.includes('\0') || !key.isWellFormed()) return 'has a reserved field name';
  if (level.keys.has(key)) return 'has the same field twice';
  level.keys.add(key);
  return null;
}

/**
 * What `JSON.parse` would let pass: depth without bound, the last of two equal fields, `__proto__`. Text that is no
 * JSON at all is left to the parser.
 */
export function findJsonProblem(text: string): JsonProblem | null {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === -1) return null;
      const problem = level?.expectsKey ? checkKey(level, text.slice(at, end + 1)) : null;
      if (problem) return problem;
      at = end;
    } else if (character === '{' || character === '[') {
      if (levels.length === maximumDepth) return 'nested too deeply';
      levels.push(character === '{' ? { keys: new Set(), expectsKey: true } : { keys: null, expectsKey: false });
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ',' && level?.keys) {
      level.expectsKey = true;
    }
  }
  return null;
}
