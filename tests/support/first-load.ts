import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const statement = /^(?:import|export)\s+(?!type\b)((?:[^'";]|\n)*?\s+from\s+)?'([^']+)';/gm;

/** Whether a list of names imports types alone: `{ type A, type B }`. */
function isTypesOnly(clause: string): boolean {
  const names = /^\{([^}]*)\}\s+from\s+$/.exec(clause)?.[1];
  if (names === undefined) return false;
  const parts = names.split(',').filter((name) => name.trim() !== '');
  return parts.every((name) => name.trim().startsWith('type '));
}

function find(root: string, from: string, specifier: string): string | null {
  const base = specifier.startsWith('@/') ? join(root, specifier.slice(2)) : resolve(dirname(from), specifier);
  return (
    [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(
      (file) => /\.tsx?$/.test(file) && existsSync(file),
    ) ?? null
  );
}

export interface FirstLoad {
  /** Source files below the root, each with the file that leads to it. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Packages, each with the files that import it. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/** What a browser loads with these files: all that they import as values, directly or not; `import()` is for later. */
export function followImports(root: string, entries: readonly string[]): FirstLoad {
  const files = new Map<string, string | null>(entries.map((entry) => [entry, null]));
  const packages = new Map<string, string[]>();
  for (const file of files.keys()) {
    const path = join(root, file);
    for (const [, clause = '', specifier = ''] of readFileSync(path, 'utf8').matchAll(statement)) {
      if (isTypesOnly(clause)) continue;
      if (!/^(@\/|\.)/.test(specifier)) packages.set(specifier, [...(packages.get(specifier) ?? []), file]);
      const found = /^(@\/|\.)/.test(specifier) ? find(root, path, specifier) : null;
      const name = found && relative(root, found).replaceAll('\\', '/');
      if (name && !files.has(name)) files.set(name, file);
    }
  }
  return { files, packages };
}
