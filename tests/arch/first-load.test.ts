import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { en } from '@/lib/i18n/en';
import { firstAreas } from '@/lib/i18n/first-texts';
import { followImports } from '../support/first-load';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the chat page loads before anybody touches it: another package here is a decision (record 0032). */
const carried = [
  ...['clsx', 'get-nonce', 'lucide-react', 'next/link', 'next/navigation', 'react', 'react-dom'],
  ...['swr', 'swr/infinite'],
];

const chatPage = followImports(root, [
  'components/layout/app-providers.tsx',
  'components/layout/app-shell.tsx',
  'components/chat/chat-host.tsx',
]);

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /(?<!\.test|-for-test)\.tsx?$/.test(name));
}

/** The keys of texts that a file names, as `file: key`. */
function keysIn(file: string): string[] {
  const key = new RegExp(`['\`]((?:${Object.keys(en).join('|')})\\.[a-zA-Z$][^'\`\\s]*)['\`]`, 'g');
  return [...readFileSync(join(root, file), 'utf8').matchAll(key)].map(([, name]) => `${file}: ${name}`);
}

/** The files that lead to one, itself first. */
function wayTo(file: string, from: ReadonlyMap<string, string | null>): string[] {
  const by = from.get(file);
  return by ? [file, ...wayTo(by, from)] : [file];
}

describe('what a browser is sent', () => {
  it('is nothing but these packages before the first touch of the chat page', () => {
    expect([...chatPage.packages.keys()].sort()).toEqual(carried);
  });

  it('holds the texts that are shown before the first touch, and not the others', () => {
    const ours = [...chatPage.files.keys()].filter((file) => file.startsWith('components/'));
    const first = new RegExp(`: (?:${firstAreas.join('|')})\\.`);
    const keys = ours.flatMap(keysIn);
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key) => !first.test(key))).toEqual([]);
    expect([...chatPage.files.keys()].filter((file) => /^lib\/i18n\/(en|zh-CN)\//.test(file))).toEqual([]);
  });

  it('never holds Zod: the server checks what comes in, a page reads it', () => {
    const all = followImports(root, [...sourcesOf('components'), ...sourcesOf('lib/client')]);
    expect(all.files.size).toBeGreaterThan(300);
    const ways = (all.packages.get('zod') ?? []).map((file) => wayTo(file, all.files).join(' ← '));
    expect(ways).toEqual([]);
  });
});
