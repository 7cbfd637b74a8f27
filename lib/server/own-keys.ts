import 'server-only';
import type { ProviderConfigStore } from '@/lib/db/provider-config-store';
import { MetonaFailure } from '@/lib/ir';
import { keyField } from './adapter-source';
import type { SecretVault } from './secret-vault';

export interface OwnKeysDependencies {
  readonly configs: Pick<ProviderConfigStore, 'list'>;
  readonly vault: Pick<SecretVault, 'open'>;
}

/** The keys a user has stored, so that what is about to be published can be searched for them. */
export function createOwnKeys({ configs, vault }: OwnKeysDependencies) {
  return async (userId: string): Promise<readonly string[]> =>
    (await configs.list(userId)).flatMap(({ providerId, keyCipher, keyOrigin }) => {
      if (keyCipher === null || keyOrigin === null) return [];
      try {
        return [vault.open(keyCipher, { userId, providerId, origin: keyOrigin, field: keyField })];
      } catch (thrown) {
        // What cannot be read any more cannot be searched for.
        if (thrown instanceof MetonaFailure) return [];
        throw thrown;
      }
    });
}
export type OwnKeys = ReturnType<typeof createOwnKeys>;
