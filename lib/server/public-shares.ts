import 'server-only';
import { hashToken } from '@/lib/crypto/tokens';
import type { SessionStore } from '@/lib/db/session-store';
import type { ShareStore } from '@/lib/db/share-store';
import { rechain } from './copied-messages';
import { forbidden, notFound } from './http/problem';
import { isoOf, type SessionView, toSessionView } from './session-view';
import { type PublicShare, publicShareSchema } from './share-snapshot';
import type { Unlock } from './share-unlock';

export type PublicShareState =
  | { readonly state: 'ok'; readonly share: PublicShare }
  | { readonly state: 'locked' }
  | null;

export interface PublicShareDependencies {
  readonly shares: ShareStore;
  readonly sessions: SessionStore;
  readonly tokenKey: () => Uint8Array;
  readonly unlock: Unlock;
  readonly verifyPassphrase: (hash: string, passphrase: string) => Promise<boolean>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  readonly isSecure: boolean;
}

const tokenShape = /^[A-Za-z0-9_-]{20,100}$/;

/** The reader's side of a share: no account, no session, nothing but the token. */
export function createPublicShares(dependencies: PublicShareDependencies) {
  const { shares, unlock, now } = dependencies;

  const find = async (token: string) => {
    if (!tokenShape.test(token)) return null;
    return await shares.findByTokenHash(hashToken(token, dependencies.tokenKey()), now());
  };

  const load = async (token: string, proof: string | undefined): Promise<PublicShareState> => {
    const row = await find(token);
    if (row === null) return null;
    if (!unlock.isOpen(row, proof)) return { state: 'locked' };
    const { title, language } = row;
    const published_at = isoOf(row.publishedAt.getTime());
    return { state: 'ok', share: publicShareSchema.parse({ title, language, published_at, messages: row.snapshot }) };
  };

  const read = async (token: string, proof: string | undefined): Promise<PublicShare> => {
    const found = await load(token, proof);
    if (found === null) throw notFound();
    if (found.state === 'locked') throw forbidden('This page asks for a passphrase.');
    return found.share;
  };

  return {
    load,
    read,

    /** For routes: unknown, revoked and expired look alike before anything else is looked at. */
    async own(token: string): Promise<void> {
      if ((await find(token)) === null) throw notFound();
    },

    async countView(token: string, proof: string | undefined): Promise<void> {
      const row = await find(token);
      if (row === null) throw notFound();
      if (unlock.isOpen(row, proof)) await shares.countView(row.id);
    },

    async unlock(token: string, passphrase: string): Promise<Response> {
      const row = await find(token);
      if (row === null) throw notFound();
      const isRight =
        row.passphraseHash === null || (await dependencies.verifyPassphrase(row.passphraseHash, passphrase));
      if (!isRight) throw forbidden('This is not the passphrase.');
      const response = new Response(null, { status: 204 });
      for (const cookie of unlock.cookies(token, unlock.proof(row), dependencies.isSecure)) {
        response.headers.append('set-cookie', cookie);
      }
      return response;
    },

    /** Copies what a reader sees, and nothing else, into a conversation of his own. */
    async fork(userId: string, token: string, proof: string | undefined): Promise<SessionView> {
      const { title, messages } = await read(token, proof);
      const copies = messages
        .filter((message) => message.content !== '')
        .map(({ role, content, created_at }) => ({ role, content, timestamp: Date.parse(created_at) }));
      const session = { id: dependencies.newId('s'), title, titleBy: 'auto' as const, forkedFrom: null, at: now() };
      const chain = rechain(copies, dependencies.newId, 'share');
      return toSessionView(await dependencies.sessions.create(userId, session, chain));
    },
  };
}
