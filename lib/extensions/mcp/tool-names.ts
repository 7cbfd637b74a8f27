import { hashArgs } from '@/lib/crypto/canonical-json';

/** All names of MCP tools begin with it, so that none can look like a built-in one. */
export const mcpNamespace = 'mcp';

const maxSlug = 24;
const maxToolPart = 64;

/** The part of a server in the names of its tools: ASCII, and not one of those that are taken. */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlug)
    .replace(/^-+|-+$/g, '');
  const base = plain === '' ? 'server' : plain;
  let slug = base;
  for (let count = 2; taken.has(slug); count += 1) slug = `${base}-${count}`;
  return slug;
}

const spellingOf = (part: string) => part.toLowerCase().replace(/[^a-z0-9]/g, '_');
const plainOf = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxToolPart);
const marked = (name: string) => `${plainOf(name).slice(0, maxToolPart - 9)}_${hashArgs(name).slice(0, 8)}`;

/**
 * The names under which a server's tools are offered, by their own. Other letters than ASCII, and names that read alike
 * (by case or punctuation), get an ending made from the name itself, so that it depends on nothing else.
 */
export function nameTools(slug: string, names: readonly string[]): ReadonlyMap<string, string> {
  const sharers = new Map<string, number>();
  for (const name of names) {
    const spelling = spellingOf(plainOf(name));
    sharers.set(spelling, (sharers.get(spelling) ?? 0) + 1);
  }
  return new Map(
    names.map((name) => {
      const plain = plainOf(name);
      const isAlone = plain === name && plain !== '' && sharers.get(spellingOf(plain)) === 1;
      return [name, `${mcpNamespace}.${slug}.${isAlone ? plain : marked(name)}`];
    }),
  );
}
