import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const unique = (names: Iterable<string>) => [...new Set(names)].sort();
const matches = (text: string, pattern: RegExp) => unique([...text.matchAll(pattern)].map(([, name = '']) => name));

const files = ['Dockerfile', 'compose.yaml', 'deploy/Caddyfile', 'deploy/metona.service', 'docs/operating.md'];
const variables = matches(read('lib/server/env.ts'), /^ {2}([A-Z][A-Z0-9_]+): /gm);
const scripts = Object.keys(JSON.parse(read('package.json')).scripts);

describe('what operators are given', () => {
  it.each(files)('%s names only settings that exist', (file) => {
    const named = matches(read(file), /\b(METONA_[A-Z0-9_]+|DATABASE_URL|LOG_LEVEL)\b/g);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  });

  it('the README explains every setting of ours', () => {
    const own = variables.filter((name) => name.startsWith('METONA_'));
    expect(own.filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
  });

  it.each(['docs/operating.md', 'README.md', 'CONTRIBUTING.md'])('%s names only commands that exist', (file) => {
    const named = matches(read(file), /npm run ([a-z:-]+)/g);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it.each(files)('%s names only files that exist', (file) => {
    const named = matches(read(file), /\b((?:scripts|deploy)\/[\w./-]*\w)/g);
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  it('the image starts, builds and checks itself with what the repository holds', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile).toContain('RUN node scripts/prepare.mjs start');
    expect(dockerfile).toContain('CMD ["node", "scripts/start.mjs"]');
    expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('RUN '));
    const ignored = read('.dockerignore').split('\n');
    const needed = ['app', 'components', 'lib', 'public', 'prisma', 'scripts', 'package.json', 'package-lock.json'];
    expect(needed.filter((name) => ignored.includes(name))).toEqual([]);
    expect(ignored).toEqual(expect.arrayContaining(['.env*', '.git', 'data', 'node_modules', '.next*']));
  });

  it('the proxy of compose knows its instances, and every copied proxy setting keeps streams unbuffered', () => {
    const instances = matches(read('compose.yaml'), /^ {2}(metona-\d+):$/gm);
    expect(instances).toEqual(['metona-1', 'metona-2']);
    expect(matches(read('deploy/Caddyfile'), /(metona-\d+):3000/g)).toEqual(instances);
    expect(read('Dockerfile')).toContain('PORT=3000');
    const operating = read('docs/operating.md');
    expect(operating).toMatch(/proxy_buffering off;[^}]*proxy_read_timeout 1h;/);
    expect(operating).toMatch(/```caddy[^`]*flush_interval -1/);
    expect(operating).toMatch(/flushinterval/);
    expect(read('deploy/Caddyfile')).toContain('flush_interval -1');
  });
});
