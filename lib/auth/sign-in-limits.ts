import 'server-only';
import { hashToken } from '@/lib/crypto/tokens';
import type { RatePolicy, RateVerdict } from '@/lib/db/rate-policy';
import type { RateStore } from '@/lib/db/rate-store';

const quarterHour = 15 * 60_000;
const perAccount: RatePolicy = { limit: 5, windowMs: quarterHour, growing: true };
const perAddress: RatePolicy = { limit: 20, windowMs: quarterHour };

export interface SignInTry {
  /** Null when the address typed is none; then only the caller's own address is counted. */
  readonly email: string | null;
  readonly address: string;
}

// The e-mail address itself has no business in a table of counters.
const accountKey = (email: string): string => `sign-in:account:${hashToken(email)}`;
const addressKey = (address: string): string => `sign-in:address:${address}`;

/** Only failed sign-ins count; each is counted before its password is checked and taken back if that succeeds. */
export function createSignInLimits(rates: RateStore) {
  return {
    async begin({ email, address }: SignInTry): Promise<RateVerdict> {
      const byAccount: RateVerdict =
        email === null ? { allowed: true } : await rates.consume(accountKey(email), perAccount);
      if (!byAccount.allowed) return byAccount;
      const byAddress = await rates.consume(addressKey(address), perAddress);
      if (!byAddress.allowed && email !== null) await rates.giveBack(accountKey(email));
      return byAddress;
    },
    async succeeded({ email, address }: SignInTry): Promise<void> {
      if (email !== null) await rates.reset(accountKey(email));
      await rates.giveBack(addressKey(address));
    },
    /** Nothing was tried after all: no password was looked at. */
    async abandoned({ email, address }: SignInTry): Promise<void> {
      if (email !== null) await rates.giveBack(accountKey(email));
      await rates.giveBack(addressKey(address));
    },
  };
}
