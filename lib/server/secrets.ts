import 'server-only';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { SecretsError } from '@/lib/crypto/secret-values';
import { loadOrCreateSecrets, type Secrets } from '@/lib/crypto/secrets-file';
import { getDatabase } from './database';
import { type Env, env, sampleSecrets } from './env';

type Settings = Pick<Env, 'dataDir' | 'databaseUrl' | 'secret' | 'encryptionKey'>;

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function refusal({ databaseUrl, dataDir }: Settings): SecretsError {
  const names = 'METONA_SECRET and METONA_ENCRYPTION_KEY';
  return new SecretsError(
    databaseUrl === null
      ? `The database holds accounts, but ${join(dataDir, 'secrets.json')} is gone. Restore it from a backup, or set ${names}; keys sealed with the lost one have to be entered again.`
      : `The database of DATABASE_URL already holds accounts. Set ${names} to the values of the instance that made them.`,
  );
}

/**
 * The secrets of this installation. Where none are given they are made once, but never beside accounts that exist:
 * those were made with others, which new ones would silently lock out.
 */
export async function loadSecrets(settings: Settings, countAccounts: () => Promise<number>): Promise<Secrets> {
  const isGiven = settings.secret !== null && settings.encryptionKey !== null;
  const isKept = isGiven || (await exists(join(settings.dataDir, 'secrets.json')));
  if (!isKept && (await countAccounts()) > 0) throw refusal(settings);
  const { secret, encryptionKey } = settings;
  return loadOrCreateSecrets(settings.dataDir, { secret, encryptionKey, sampleValues: sampleSecrets });
}

// On globalThis: all module graphs of the process must seal and sign with the same values.
const slot = globalThis as { metonaSecrets?: Secrets; metonaSecretsLoading?: Promise<Secrets> };

/** Reads or makes the secrets, once per process; part of the start. Its `SecretsError` is for the operator. */
export async function prepareSecrets(): Promise<void> {
  if (slot.metonaSecrets) return;
  slot.metonaSecretsLoading ??= loadSecrets(env(), () => getDatabase().client.user.count());
  try {
    slot.metonaSecrets = await slot.metonaSecretsLoading;
  } catch (error) {
    delete slot.metonaSecretsLoading;
    throw error;
  }
}

/** The secrets after `prepareSecrets`; before it nothing may be sealed or signed. */
export function preparedSecrets(): Secrets {
  if (!slot.metonaSecrets) throw new Error('the secrets have not been read yet');
  return slot.metonaSecrets;
}
