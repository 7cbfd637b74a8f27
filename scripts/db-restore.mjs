// Restores a backup beside the present data, which is kept: `npm run db:restore -- <file>`. Also `--kept` lists what
// earlier restores put aside, `--back <name>` puts one of them in place again, `--remove <name>` deletes it for good.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, startedIn, withDatabase } from './database/with-database.mjs';

const [argument, name] = process.argv.slice(2);
const usage = 'Usage: npm run db:restore -- <backup file> | --kept | --back <name> | --remove <name>';
const commands = { '--kept': listThem, '--back': goBack, '--remove': removeOne };

if (!argument || (argument.startsWith('--') && !Object.hasOwn(commands, argument))) {
  console.error(usage);
  process.exit(2);
}
await withDatabase(commands[argument] ?? restore, { create: true });

async function restore({ settings, connection, embedded }) {
  const path = resolve(startedIn, argument);
  const { restoreBeside, restoreIntoEmpty } = await import('../lib/db/backup/restore-backup.ts');
  if (embedded === null) {
    await restoreIntoEmpty({ connection, path, root });
    console.log('Restored into the database of DATABASE_URL.');
  } else {
    await requireAlone(embedded, settings);
    const kept = await restoreBeside({ connection, path, root }, Date.now());
    console.log(`Restored: ${path}`);
    if (kept) sayKept(kept);
  }
  sayWhereKeysAre(settings);
}

function sayKept(kept) {
  console.log(`The data from before is kept as ${kept}.`);
  console.log(`Put it back: npm run db:restore -- --back ${kept}   Delete it: npm run db:restore -- --remove ${kept}`);
}

function sayWhereKeysAre({ dataDir, secret, encryptionKey }) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file) || (secret !== null && encryptionKey !== null)) return;
  console.log(`Before you start Metona put the secrets.json that belongs to this backup at ${file}.`);
}

async function requireAlone(embedded, { dataDir }) {
  if (embedded === null) throw new Error('This is for the bundled database; DATABASE_URL is set.');
  if (await embedded.takeAlone()) return;
  throw new Error(`A Metona is running on ${dataDir}. Stop it first; nothing was changed.`);
}

async function listThem({ connection, embedded }) {
  if (embedded === null) throw new Error('On DATABASE_URL a restore puts nothing aside.');
  const { listKept } = await import('../lib/db/backup/restore-backup.ts');
  const kept = await listKept(connection);
  console.log(kept.length > 0 ? kept.join('\n') : 'No restore has put anything aside.');
}

async function requireKept(connection) {
  const { listKept } = await import('../lib/db/backup/restore-backup.ts');
  if (name === undefined) throw new Error(usage);
  if (!(await listKept(connection)).includes(name)) throw new Error(`There is no kept database named ${name}.`);
}

async function goBack({ settings, connection, embedded }) {
  await requireAlone(embedded, settings);
  await requireKept(connection);
  const { swapDatabase } = await import('../lib/db/backup/restore-backup.ts');
  sayKept(await swapDatabase(connection, name, Date.now()));
}

async function removeOne({ settings, connection, embedded }) {
  await requireAlone(embedded, settings);
  await requireKept(connection);
  const { dropDatabase } = await import('../lib/db/backup/restore-backup.ts');
  await dropDatabase(connection, name);
  console.log(`${name} is gone.`);
}
