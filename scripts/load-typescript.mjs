// Lets Node run this repository's TypeScript as it stands: `node --import ./scripts/load-typescript.mjs file.ts`.
// Node strips the types itself; what it lacks are specifiers without extension and the `@/` alias.
import { existsSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url);

function candidate(specifier, parent) {
  if (specifier.startsWith('@/')) return fileURLToPath(new URL(specifier.slice(2), root));
  if (/^\.{1,2}(\/|$)/.test(specifier) && parent?.startsWith('file:')) return fileURLToPath(new URL(specifier, parent));
  return null;
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

const hooks = registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'server-only') return { url: 'data:text/javascript,', shortCircuit: true };
    const path = candidate(specifier, context.parentURL);
    if (path === null || context.parentURL?.includes('/node_modules/')) return nextResolve(specifier, context);
    const found = [path, `${path}.ts`, `${path}/index.ts`, path.replace(/\.js$/, '.ts')].find(isFile);
    return found ? { url: pathToFileURL(found).href, shortCircuit: true } : nextResolve(specifier, context);
  },
});

/** For a program that loads other code afterwards. */
export function stopLoadingTypescript() {
  hooks.deregister();
}
