import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupKind, backupKinds } from './format';

export interface BackupFile {
  name: string;
  kind: BackupKind;
  createdAt: Date;
  /** Whether it was restored into a scratch database and compared. */
  verified: boolean;
  bytes: number;
}

const NAME = /^metona-(\d{8}T\d{9}Z)-([a-z-]+?)(\.unverified)?\.backup\.gz$/;
const PARTIAL = '.partial';

export function backupName(of: { createdAt: Date; kind: BackupKind; verified: boolean }): string {
  const time = of.createdAt.toISOString().replace(/[-:.]/g, '');
  return `metona-${time}-${of.kind}${of.verified ? '' : '.unverified'}.backup.gz`;
}

export function partialName(name: string): string {
  return `${name}${PARTIAL}`;
}

/** Newest first; a folder that is not there yet holds none. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => describe(folder, name)));
  return files.filter((file) => file !== null).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

async function describe(folder: string, name: string): Promise<BackupFile | null> {
  const [, time = '', kindText, unverified] = NAME.exec(name) ?? [];
  const kind = backupKinds.find((each) => each === kindText);
  const found = kind && (await stat(join(folder, name)).catch(() => null));
  if (!kind || !found) return null;
  return { name, kind, createdAt: parseTime(time), verified: unverified === undefined, bytes: found.size };
}

function parseTime(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
}

/** Leaves the newest `keep` of each kind, so that hourly ones never push out the one from before an update. */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const files = await listBackups(folder);
  const old = backupKinds.flatMap((kind) => files.filter((file) => file.kind === kind).slice(keep));
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

/** What a killed process left half written. Only while nobody else writes here. */
export async function removePartial(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names) if (name.endsWith(PARTIAL)) await rm(join(folder, name), { force: true });
}

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
