/** Holds every source file against one fence: `node scripts/fences.mjs vocabulary|sizes|server-only|texts|looks`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLiteralTexts } from './fences/literal-text.mjs';
import { findLooksOfTheirOwn } from './fences/looks.mjs';
import { findServerOnlyViolations } from './fences/server-only.mjs';
import { findSizeViolations } from './fences/sizes.mjs';
import { findVocabularyViolations } from './fences/vocabulary.mjs';
import { listFiles } from './toolchain/content-hash.mjs';

const fences = {
  vocabulary: findVocabularyViolations,
  sizes: findSizeViolations,
  'server-only': findServerOnlyViolations,
  texts: findLiteralTexts,
  looks: findLooksOfTheirOwn,
};

const folders = [
  'app',
  'components',
  'lib',
  'prisma/schema.prisma',
  'scripts',
  'tests',
  'proxy.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
];
const isSource = (file) => /\.(ts|tsx|mjs|css|prisma)$/.test(file) && !file.startsWith('lib/db/generated/');

const root = fileURLToPath(new URL('..', import.meta.url));
const findViolations = fences[process.argv[2]];
if (!findViolations) throw new Error(`Usage: node scripts/fences.mjs ${Object.keys(fences).join('|')}`);

const violations = listFiles(root, folders, isSource).flatMap((path) =>
  findViolations({ path, text: readFileSync(join(root, path), 'utf8') }),
);
for (const violation of violations) console.error(violation);
process.exitCode = violations.length > 0 ? 1 : 0;
