import 'server-only';
import { hashToken, safeEqual } from '@/lib/crypto/tokens';

export const unlockCookieName = 'metona_share';
const lifetimeSeconds = 12 * 3600;

interface LockedShare {
  readonly id: string;
  readonly passphraseHash: string | null;
}

/** The proof that someone knew this very passphrase: a new passphrase makes every earlier proof void. */
export function createUnlock(key: () => Uint8Array, now: () => number) {
  const sign = (share: LockedShare, until: number) =>
    hashToken(`${share.id}|${share.passphraseHash ?? ''}|${until}`, key());

  return {
    proof(share: LockedShare): string {
      const until = Math.floor(now() / 1000) + lifetimeSeconds;
      return `${until}.${sign(share, until)}`;
    },

    isOpen(share: LockedShare, proof: string | undefined): boolean {
      if (share.passphraseHash === null) return true;
      const [untilText = '', signature = ''] = (proof ?? '').split('.');
      const until = Number(untilText);
      if (!/^\d{1,12}$/.test(untilText) || until * 1000 <= now()) return false;
      return safeEqual(signature, sign(share, until));
    },

    /** One cookie for the page and one for its API; neither is sent anywhere else. */
    cookies(token: string, proof: string, isSecure: boolean): string[] {
      const rest = `Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return ['/share/', '/api/share/'].map(
        (prefix) => `${unlockCookieName}=${proof}; Path=${prefix}${token}; ${rest}`,
      );
    },
  };
}
export type Unlock = ReturnType<typeof createUnlock>;

/** The proof a request carries. */
export function unlockCookieOf(request: Request): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${unlockCookieName}=`))?.slice(unlockCookieName.length + 1);
}
