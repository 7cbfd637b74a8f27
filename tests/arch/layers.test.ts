import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import configuration from '../../.dependency-cruiser.mjs';
import { allowed, forbidden } from './layer-probes';
import { root, runTool, withTree } from './temporary-tree';

interface Violation {
  from: string;
  rule: { name: string; severity: string };
}

const packages = [
  'zod',
  'undici',
  'pg',
  '@prisma/client',
  'ai',
  '@ai-sdk/openai',
  'next-auth',
  'next',
  'react',
  'vitest',
  'eventsource-parser',
  'server-only',
  '@zip.js/zip.js',
];

function stubPackage(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    [`node_modules/${name}/index.js`]: 'module.exports = {};',
  };
}

function targetFile(specifier: string): Record<string, string> {
  return specifier.startsWith('@/') ? { [`${specifier.slice(2)}.ts`]: 'export type Probe = string;' } : {};
}

/** One tree holds every probe, so that the cruiser runs once: each probe is a file of its own name. */
function probeTree(): Record<string, string> {
  const probes = [...allowed, ...forbidden];
  const targets = probes.filter((probe) => !('unresolved' in probe)).map((probe) => targetFile(probe.imports));
  return Object.assign(
    {},
    ...packages.map(stubPackage),
    ...targets,
    ...probes.map((probe) => ({
      [probe.file]: `import type { Probe } from '${probe.imports}';\nexport type Own = Probe;\n`,
    })),
    {
      'package.json': JSON.stringify({ dependencies: Object.fromEntries(packages.map((name) => [name, '1.0.0'])) }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: { module: 'esnext', moduleResolution: 'bundler', paths: { '@/*': ['./*'] } },
      }),
    },
  );
}

async function cruise(tree: string): Promise<Violation[]> {
  const configurationFile = join(root, '.dependency-cruiser.mjs');
  const { output } = await runTool(tree, [
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ...['--config', configurationFile, '--output-type', 'json'],
    ...['app', 'components', 'lib', 'tests', 'proxy.ts'],
  ]);
  return JSON.parse(output).summary.violations;
}

describe('the layer fence', () => {
  let violations: Violation[] = [];
  const rulesBrokenBy = (file: string) =>
    violations.filter((violation) => violation.from === file).map((violation) => violation.rule.name);

  beforeAll(async () => {
    violations = await withTree(probeTree(), cruise);
  });

  it.each(forbidden)('$file may not import $imports', ({ file, rule }) => {
    expect(rulesBrokenBy(file)).toContain(rule);
  });

  it.each(allowed)('$file may import $imports', ({ file }) => {
    expect(rulesBrokenBy(file)).toEqual([]);
  });

  it('has a probe for every rule', () => {
    const probed = new Set(forbidden.map((probe) => probe.rule));
    expect(configuration.forbidden.map((rule) => rule.name).filter((name) => !probed.has(name))).toEqual([]);
  });

  it('is at error level throughout', () => {
    expect(configuration.forbidden.filter((rule) => rule.severity !== 'error')).toEqual([]);
  });
});
