import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Binaries } from './binaries';
import { DatabaseStartError } from './failure';
import type { Layout } from './layout';

/**
 * PostgreSQL refuses to run as root. In a user namespace of its own the process keeps root's files but is no longer
 * root, so nothing has to change its owner and a home folder of mode 0700 stays closed.
 */
export type RunAs =
  | { kind: 'self' }
  | { kind: 'namespace'; unshare: string }
  | { kind: 'user'; uid: number; gid: number };

const NOBODY = 65534;
const UNSHARE_PATHS = ['/usr/bin/unshare', '/bin/unshare', '/usr/sbin/unshare', '/sbin/unshare'];

export function chooseRunAs(layout: Layout, binaries: Binaries): RunAs {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { kind: 'self' };
  const cluster = statSync(layout.cluster, { throwIfNoEntry: false });
  if (cluster && cluster.uid !== 0) return { kind: 'user', uid: cluster.uid, gid: cluster.gid };
  const namespace = findNamespace(layout, binaries);
  const owner = statSync(layout.dataDir);
  if (namespace && (cluster || owner.uid === 0)) return namespace;
  const user = cluster ? undefined : userCandidates(layout, binaries).find((one) => canServe(one, layout, binaries));
  if (user) return user;
  if (namespace) return namespace;
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and this system offers root no other way (no user namespaces, and the folders of Metona are closed to other users). Start Metona as an ordinary user, or point DATABASE_URL to a PostgreSQL of your own.',
  );
}

type RunAsUser = Extract<RunAs, { kind: 'user' }>;

function findNamespace(layout: Layout, binaries: Binaries): RunAs | undefined {
  const unshare = UNSHARE_PATHS.find((path) => existsSync(path));
  if (!unshare) return undefined;
  const script = ['-U', '/bin/sh', '-c', ENTER_AND_RUN, 'sh', layout.dataDir, binaries.postgres];
  return spawnSync(unshare, script).status === 0 ? { kind: 'namespace', unshare } : undefined;
}

const ENTER_AND_RUN = 'cd -- "$1" && exec "$2" --version';

/** Whose home we are in (`sudo npm start`), then nobody. */
function userCandidates(layout: Layout, binaries: Binaries): RunAsUser[] {
  const users = new Map<number, RunAsUser>();
  for (const start of [layout.dataDir, dirname(binaries.postgres)]) {
    for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
      const { uid, gid } = statSync(folder);
      if (uid !== 0) users.set(uid, { kind: 'user', uid, gid });
    }
  }
  return [...users.values(), { kind: 'user', uid: NOBODY, gid: NOBODY }];
}

function canServe({ uid, gid }: RunAsUser, layout: Layout, binaries: Binaries): boolean {
  const before = statSync(layout.dataDir);
  if (before.uid !== uid) {
    chownSync(layout.dataDir, before.uid, gid);
    chmodSync(layout.dataDir, 0o710);
  }
  const probe = ['-c', ENTER_AND_RUN, 'sh', layout.dataDir, binaries.postgres];
  if (spawnSync('/bin/sh', probe, { uid, gid }).status === 0) return true;
  chownSync(layout.dataDir, before.uid, before.gid);
  chmodSync(layout.dataDir, before.mode & 0o7777);
  return false;
}

/** `LC_ALL=C` keeps the messages in the language `failure.ts` reads; nothing of the caller's PG* settings leaks in. */
export function serverEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { NODE_ENV: 'production', LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin', ...more };
}

export interface Launch extends SpawnOptions {
  file: string;
  arguments: string[];
}

export function launch(runAs: RunAs, { file, arguments: args, ...options }: Launch): ChildProcess {
  switch (runAs.kind) {
    case 'self':
      return spawn(file, args, options);
    case 'namespace':
      return spawn(runAs.unshare, ['-U', file, ...args], options);
    case 'user':
      return spawn(file, args, { ...options, uid: runAs.uid, gid: runAs.gid });
  }
}
