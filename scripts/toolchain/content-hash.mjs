import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file at or below the given paths (relative to `root`, with slashes), in a stable order. */
export function listFiles(root, paths, isWanted = () => true) {
  return paths
    .flatMap((path) => filesBelow(root, path))
    .filter(isWanted)
    .sort();
}

function filesBelow(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => filesBelow(root, `${path}/${name}`));
}

/** A hash over names and contents, so that a renamed file changes it as well. */
export function hashFiles(root, files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    );
  return hash.digest('hex').slice(0, 16);
}
