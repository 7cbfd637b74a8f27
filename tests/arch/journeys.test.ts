import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** What a person does here: each is walked in both languages, on a desk and on a phone, in light and in dark. */
const ways = [
  'first run',
  'chat',
  'sessions',
  'context',
  'thinking',
  'tools',
  'permissions',
  'errors',
  'provider settings',
  'settings',
  'administration',
  'sharing',
  'trace',
  'memory',
  'knowledge',
  'everywhere',
  'everywhere: the palette',
  'everywhere: import',
  'everywhere: export and deletion',
];

/** What products of this kind get wrong: each is the beginning of a test's title, after `detail: `. */
const details = [
  'Scroll fights the reader',
  'Enter sends half-typed Chinese',
  "an 'always allow' that leaks to other sessions",
  'a prompt invisible after reload',
  'the answer lost on switching chats',
  'later messages vanish after a regenerate',
  'a dead fallback that looks selected',
  'a bad key accepted silently',
  'compression that loses the system prompt',
  'Ollama cutting the prompt silently',
  'live shares that show later messages',
  'API keys in public shares',
  'a share link that bounces to login',
  'a search hit that does not jump',
  'export without import',
];

describe('what it is like to use', () => {
  it('is walked from one end to the other', () => {
    const specs = globSync('tests/e2e/journeys/*.spec.ts', { cwd: root }).map(read).join('\n');
    const walked = new Set([...specs.matchAll(/\bjourneys\('([^']+)'/g)].map(([, name]) => name));
    expect(ways.filter((name) => !walked.has(name))).toEqual([]);
  });

  it('has none of the faults that others have', () => {
    const files = globSync('{app,components,lib,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
    const titles = files.flatMap((file) =>
      [...read(file).matchAll(/['"`]detail: (.+)/g)].map(([, title = '']) => title),
    );
    const plain = (text: string) => text.toLowerCase().replace(/[\\"“”‘’']/g, '');
    const missing = details.filter((each) => !titles.some((title) => plain(title).startsWith(plain(each))));
    expect(missing).toEqual([]);
  });
});
