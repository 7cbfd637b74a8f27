import 'server-only';
import { type Envelope, type SecretBinding, SecretUnreadable } from '@/lib/crypto/envelope';
import { MetonaFailure } from '@/lib/ir';

export interface SecretVault {
  seal(secret: string, binding: SecretBinding): string;
  /** Throws `not_configured`: the one thing left to do is to enter the key again. */
  open(cipher: string, binding: SecretBinding): string;
}

/** Seals and opens provider keys, with a failure that says what to do. */
export function createSecretVault(envelope: Pick<Envelope, 'seal' | 'open'>): SecretVault {
  return {
    seal: (secret, binding) => envelope.seal(secret, binding),
    open(cipher, binding) {
      try {
        return envelope.open(cipher, binding);
      } catch (cause) {
        if (!(cause instanceof SecretUnreadable)) throw cause;
        const message = 'The stored key cannot be read any more. Enter it again.';
        throw new MetonaFailure({ code: 'not_configured', message, provider: binding.providerId, retryable: false });
      }
    },
  };
}
