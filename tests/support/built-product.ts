import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '@/scripts/toolchain/build.mjs';

/** Global setup: what is killed is the production build of the current sources. */
export default function setup(): Promise<void> {
  return ensureBuilt(fileURLToPath(new URL('../..', import.meta.url)));
}
