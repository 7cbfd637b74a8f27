import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root, runTool, withTree } from './temporary-tree';

const readsEnvironment = 'export const home = process.env.HOME;\n';
const usesConsole = "export function greet() {\n  console.log('hello');\n}\n";
const floats = 'async function work(): Promise<void> {}\nexport function start(): void {\n  work();\n}\n';

const red: [path: string, text: string, rule: string][] = [
  ['lib/agent/any.ts', 'export const value: any = 1;\n', 'noExplicitAny'],
  ['lib/agent/floating.ts', floats, 'noFloatingPromises'],
  ['lib/agent/environment.ts', readsEnvironment, 'noProcessEnv'],
  ['lib/server/other.ts', readsEnvironment, 'noProcessEnv'],
  ['lib/agent/console.ts', usesConsole, 'noConsole'],
  ['lib/agent/default.ts', 'export default 1;\n', 'noDefaultExport'],
  ['lib/agent/enum.ts', "export enum Color {\n  Red = 'red',\n}\n", 'noEnum'],
  ['lib/agent/CamelCase.ts', 'export const one = 1;\n', 'useFilenamingConvention'],
  [
    'lib/agent/parameters.ts',
    'export const add = (a: number, b: number, c: number, d: number) => a + b + c + d;\n',
    'useMaxParams',
  ],
  [
    'lib/agent/long.ts',
    `export function long(): void {\n${'  Math.random();\n'.repeat(61)}}\n`,
    'noExcessiveLinesPerFunction',
  ],
  ['lib/agent/skipped.test.ts', "import { it } from 'vitest';\n\nit.skip('x', () => {});\n", 'noSkippedTests'],
  ['lib/agent/focused.test.ts', "import { it } from 'vitest';\n\nit.only('x', () => {});\n", 'noFocusedTests'],
];

const green: [path: string, text: string][] = [
  ['lib/server/env.ts', readsEnvironment],
  ['scripts/start.mjs', usesConsole],
  ['scripts/environment.mjs', readsEnvironment],
  ['app/page.tsx', 'export default function Page(): null {\n  return null;\n}\n'],
  ['app/globals.css', "@import 'tailwindcss';\n\n@theme {\n  --color-ink: #111;\n}\n"],
  ['lib/agent/awaited.ts', floats.replace('  work();', '  void work();')],
];

interface Report {
  diagnostics: { category: string; severity: string; location: { path: string } }[];
}

const tree: Record<string, string> = {
  'biome.json': readFileSync(`${root}biome.json`, 'utf8'),
  '.gitignore': 'node_modules/\n',
  'tsconfig.json': readFileSync(`${root}tsconfig.json`, 'utf8'),
  ...Object.fromEntries([...red, ...green].map(([path, text]) => [path, text])),
};

async function lint(folder: string): Promise<(path: string) => string[]> {
  const parameters = ['lint', '--reporter=json', '--max-diagnostics=200', '.'];
  const { output } = await runTool(folder, ['@biomejs/biome/bin/biome', ...parameters]);
  const report: Report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  return (path) =>
    report.diagnostics
      .filter(({ severity, location }) => severity === 'error' && location.path.endsWith(path))
      .map((diagnostic) => diagnostic.category.split('/').at(-1) ?? '');
}

describe('the lint rules', () => {
  it('turn red for each violation and stay green where the exception is meant', async () => {
    const rulesBrokenBy = await withTree(tree, lint);
    expect(red.map(([path]) => [path, rulesBrokenBy(path)])).toEqual(
      red.map(([path, , rule]) => [path, expect.arrayContaining([rule])]),
    );
    expect(green.map(([path]) => [path, rulesBrokenBy(path)])).toEqual(green.map(([path]) => [path, []]));
  });
});
