/** What an instance tells about itself where PostgreSQL shows it to the others: the name of its connection. */
export interface InstanceName {
  owner: string;
  version: string;
  startedAt: Date;
}

const PREFIX = 'metona-bus';

/** PostgreSQL keeps 63 bytes of it. */
export function formatInstanceName({ owner, version, startedAt }: InstanceName): string {
  return [PREFIX, owner, Math.floor(startedAt.getTime() / 1000).toString(36), version].join(' ').slice(0, 63);
}

/** Null for the name of any other connection. */
export function parseInstanceName(text: string): InstanceName | null {
  const [prefix, owner, started = '', version = ''] = text.split(' ');
  if (prefix !== PREFIX || !owner || !/^[0-9a-z]+$/.test(started)) return null;
  return { owner, version, startedAt: new Date(Number.parseInt(started, 36) * 1000) };
}
