import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root } from './temporary-tree';

/** Below these versions the packages have published vulnerabilities that matter here. */
const minimumVersions: Record<string, string> = {
  next: '16.2.11',
  'next-auth': '4.24.15',
  undici: '7.29.0',
  dompurify: '3.4.13',
  mermaid: '11.16.1',
  '@modelcontextprotocol/sdk': '1.26.0',
};

type Packages = Record<string, { version?: string }>;

function isOlder(version: string, minimum: string): boolean {
  const minimumParts = minimum.split('.').map(Number);
  const parts = version.split('-')[0]?.split('.').map(Number) ?? [];
  const different = parts.findIndex((part, index) => part !== minimumParts[index]);
  return different >= 0 && (parts[different] ?? 0) < (minimumParts[different] ?? 0);
}

/** A package may be locked several times, nested below others: each copy counts. */
function findOutdated(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { version = '0.0.0' }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const minimum = minimumVersions[name];
    return minimum && isOlder(version, minimum) ? [`${path}@${version} is older than ${minimum}`] : [];
  });
}

describe('minimum versions', () => {
  it('hold for everything that is locked', () => {
    const packages: Packages = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages;
    expect(Object.keys(packages)).toContain('node_modules/next');
    expect(findOutdated(packages)).toEqual([]);
  });

  it('turn red for an old copy, nested ones included', () => {
    expect(findOutdated({ 'node_modules/next': { version: '16.2.10' } })).toHaveLength(1);
    expect(findOutdated({ 'node_modules/next': { version: '15.9.99' } })).toHaveLength(1);
    expect(findOutdated({ 'node_modules/some/node_modules/undici': { version: '7.28.9' } })).toHaveLength(1);
    expect(
      findOutdated({ 'node_modules/next': { version: '16.2.11' }, 'node_modules/undici': { version: '8.0.0' } }),
    ).toEqual([]);
  });
});
