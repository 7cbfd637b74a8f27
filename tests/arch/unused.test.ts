import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root, runTool, withTree } from './temporary-tree';

const used = {
  'knip.json': readFileSync(`${root}knip.json`, 'utf8'),
  'package.json': JSON.stringify({ name: 'probe', type: 'module', dependencies: {} }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler', paths: { '@/*': ['./*'] } },
  }),
  'app/page.tsx':
    "import { answer } from '@/lib/agent/answer';\n\nexport default function Page() {\n  return answer;\n}\n",
  'lib/agent/answer.ts': 'export const answer = 42;\n',
};

const findUnused = (files: Record<string, string>) =>
  withTree(files, (folder) => runTool(folder, ['knip/bin/knip.js', '--no-progress', '--no-config-hints']));

describe('the unused-code check', () => {
  it('is green when everything is reached from a page', async () => {
    expect(await findUnused(used)).toEqual({ code: 0, output: '' });
  });

  it('turns red for a file, an export and a dependency that nothing uses', async () => {
    const { code, output } = await findUnused({
      ...used,
      'lib/agent/alone.ts': 'export const alone = 1;\n',
      'lib/agent/answer.ts': 'export const answer = 42;\nexport const question = 6;\n',
      'package.json': JSON.stringify({ name: 'probe', type: 'module', dependencies: { 'left-over': '1.0.0' } }),
    });
    expect(code).not.toBe(0);
    for (const name of ['lib/agent/alone.ts', 'question', 'left-over']) expect(output).toContain(name);
  });
});
