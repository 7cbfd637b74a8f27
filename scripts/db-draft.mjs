// Drafts the next migration: `node scripts/db-draft.mjs <name>` writes prisma/migrations/<time>_<name>/migration.sql
// from what changed in prisma/schema.prisma since the last one; `--check` only says whether something did.
import './load-typescript.mjs';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const migrations = join(root, 'prisma', 'migrations');
const snapshot = join(migrations, 'schema.prisma');
const [argument] = process.argv.slice(2);

const schema = readFileSync(join(root, 'prisma', 'schema.prisma'), 'utf8');
const last = existsSync(snapshot) ? readFileSync(snapshot, 'utf8') : null;

async function draft() {
  const { startEmbedded } = await import('../lib/db/embedded/index.ts');
  const { diffSchemas, openSchemaEngine } = await import('../lib/db/migrate-engine.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'metona-draft-'));
  const database = await startEmbedded({ dataDir, root, log: () => undefined });
  try {
    const engine = await openSchemaEngine(schema, database.connection);
    return await diffSchemas(engine, last, schema);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function save(name, script) {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrations, `${time}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), script);
  writeFileSync(join(migrations, 'migration_lock.toml'), 'provider = "postgresql"\n');
  writeFileSync(snapshot, schema);
  console.log(
    `Written: ${join('prisma', 'migrations', `${time}_${name}`, 'migration.sql')}. Read it before you commit it.`,
  );
}

if (!argument || (argument !== '--check' && !/^[a-z0-9_]+$/.test(argument))) {
  console.error('Usage: node scripts/db-draft.mjs <name in lower_case> | --check');
  process.exit(2);
}
if (last === schema) {
  console.log('The migrations match prisma/schema.prisma.');
  process.exit(0);
}
const script = await draft();
if (argument === '--check') {
  if (script) console.error('prisma/schema.prisma has changes without a migration: node scripts/db-draft.mjs <name>');
  process.exit(script ? 1 : 0);
}
if (script) save(argument, script);
else console.log('Nothing to migrate: the changes do not touch the database.');
