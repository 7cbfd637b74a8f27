import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { WebSearchEngine } from '@/lib/agent/ports';
import { createTools, type ToolDependencies } from '@/lib/tools';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Names in `/tool <name>` and in calls of the helpers that write such a line, some below a prefix of their own. */
function calledIn(source: string): string[] {
  const written = [...source.matchAll(/\/tool ([a-z][\w.]*)/g)].map(([, name = '']) => name);
  const made = [...source.matchAll(/\b(?:line|tool)\(\s*['"`]([a-z][\w.]*)['"`]/g)].map(([, name = '']) => name);
  const prefixes = ['', ...written.filter((name) => name.endsWith('.'))];
  return [...written, ...made.flatMap((name) => prefixes.map((prefix) => `${prefix}${name}`))];
}

async function builtInNames(): Promise<string[]> {
  const engine: WebSearchEngine = { name: 'searxng', host: 'search.example', search: async () => [] };
  const none = new Proxy({}, { get: () => () => Promise.reject(new Error('nothing is run here')) });
  const known: Partial<ToolDependencies> = {
    settings: { load: async () => ({ policy: {}, memoryMode: 'automatic' }) },
    webSearch: async () => engine,
    testTools: true,
  };
  // Whatever else tools are made of, now and later, is there and does nothing.
  const dependencies = new Proxy(known, {
    get: (target, name) => (Reflect.has(target, name) ? Reflect.get(target, name) : none),
  });
  return (await createTools(dependencies as ToolDependencies).list('anna')).map(({ def }) => def.name);
}

describe('the built-in tools', () => {
  it('are each run in a browser', async () => {
    const specs = globSync('tests/e2e/**/*.spec.ts', { cwd: root }).map((file) =>
      readFileSync(`${root}${file}`, 'utf8'),
    );
    const called = new Set(specs.flatMap(calledIn));
    const names = await builtInNames();
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !called.has(name))).toEqual([]);
  });

  it('are found where they are called', () => {
    const source = "'/tool a.b {}'; `/tool c_d`; line('e', {}); line(\n'f.g', {}); outline('h'); // tool i";
    expect(calledIn(source)).toEqual(['a.b', 'c_d', 'e', 'f.g']);
    const below = ['/tool j.$', "{name}`; tool('k', {})"].join('');
    expect(calledIn(below)).toEqual(['j.', 'k', 'j.k']);
  });
});
