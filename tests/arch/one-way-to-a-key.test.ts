import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files of the server in which something is called. */
function callersOf(call: RegExp, files: readonly string[] = globSync('{lib/server,app}/**/*.{ts,tsx}', { cwd: root })) {
  return files
    .filter((file) => !/\.test\.tsx?$/.test(file) && call.test(readFileSync(`${root}${file}`, 'utf8')))
    .sort();
}

describe('keys of providers', () => {
  it('are opened for calls in one place, where those that are lent are held to their terms', () => {
    // The other one looks for a user's own keys in what he is about to publish.
    expect(callersOf(/\bkeyCipher\b[^;]*\bopen\(|\bopen\([^;]*\bkeyCipher\b/)).toEqual([
      'lib/server/adapter-source.ts',
      'lib/server/own-keys.ts',
    ]);
    // The other one looks for a local server, without a key.
    expect(callersOf(/\bcreateAdapter\(/)).toEqual(['lib/server/adapter-source.ts', 'lib/server/resources.ts']);
    expect(callersOf(/\bcreateEmbedder\(/)).toEqual(['lib/server/adapter-source.ts']);
  });
});
