import { createHash } from 'node:crypto';

const MAX_DEPTH = 256;

/** JSON with its members sorted by name and nothing between tokens: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** Identifies the arguments of a call, whatever order their members came in. */
export function hashArgs(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new RangeError('The value is nested too deeply');
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${write(member, depth + 1)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError('The value is not JSON');
}
