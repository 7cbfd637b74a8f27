import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that names the build folder which `npm start` serves from; `scripts/prepare.mjs` writes it. */
export const currentDistDirFile = '.next-current';

/**
 * The folder (relative to `root`) that Next builds into and serves from.
 *
 * Each build has a folder of its own, `.next-<content hash>`, because building in the folder that a running app serves
 * from breaks that app. `METONA_DIST_DIR` names one explicitly (the build sets it); else it is the latest complete
 * build; without any build, `.next`.
 */
export function currentDistDir(root) {
  if (process.env.METONA_DIST_DIR) return process.env.METONA_DIST_DIR;
  const file = join(root, currentDistDirFile);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '.next';
}
