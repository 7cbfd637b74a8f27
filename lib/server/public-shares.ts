import 'server-only';
import { hashToken } from '@/lib/crypto/tokens';
import type { SessionStore } from '@/lib/db/session-store';
import type { ShareModel, ShareStore } from '@/lib/db/share-store';
import type { WorkspaceCopies } from '@/lib/db/workspace-copies';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import type { MetonaStoredMessage } from '@/lib/ir';
import { rechain } from './copied-messages';
import { downloadOf } from './file-download';
import { forbidden, notFound } from './http/problem';
import { isoOf, type SessionView, toSessionView } from './session-view';
import { type PublicShare, publicShareSchema, type SharedMessage } from './share-snapshot';
import type { Unlock } from './share-unlock';

export type PublicShareState =
  | { readonly state: 'ok'; readonly share: PublicShare }
  | { readonly state: 'locked' }
  | null;

export interface PublicShareDependencies {
  readonly shares: ShareStore;
  readonly sessions: SessionStore;
  readonly copies: Pick<WorkspaceCopies, 'openShared'>;
  readonly workspace: Pick<FullWorkspaceStore, 'upload'>;
  readonly tokenKey: () => Uint8Array;
  readonly unlock: Unlock;
  readonly verifyPassphrase: (hash: string, passphrase: string) => Promise<boolean>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  readonly isSecure: boolean;
}

const tokenShape = /^[A-Za-z0-9_-]{20,100}$/;

function shown(row: ShareModel): PublicShare {
  const { title, language, snapshot: messages } = row;
  return publicShareSchema.parse({ title, language, published_at: isoOf(row.publishedAt.getTime()), messages });
}

interface ForkTarget {
  readonly userId: string;
  readonly sessionId: string;
  /** The copies of the messages that have a text, in order. */
  readonly chain: readonly MetonaStoredMessage[];
}

/** The files of a link into a conversation of the reader, with the messages they were shown with. */
function createFileCopy({ copies, workspace }: Pick<PublicShareDependencies, 'copies' | 'workspace'>) {
  return async (shareId: string, messages: readonly SharedMessage[], to: ForkTarget): Promise<void> => {
    let position = -1;
    for (const message of messages) {
      if (message.content !== '') position += 1;
      const messageId = message.content === '' ? undefined : to.chain[position]?.id;
      for (const { id } of (message.files ?? []).filter((file) => file.kind === 'file')) {
        const file = await copies.openShared(shareId, id);
        if (file === null) throw notFound();
        const pieces: Uint8Array[] = [];
        for await (const piece of file.chunks) pieces.push(piece);
        const bytes = new Uint8Array(Buffer.concat(pieces));
        await workspace.upload(to.userId, to.sessionId, { name: file.path, bytes, messageId });
      }
    }
  };
}

/** The reader's side of a share: no account, no session, nothing but the token. */
export function createPublicShares(dependencies: PublicShareDependencies) {
  const { shares, unlock, now } = dependencies;

  const find = async (token: string) => {
    if (!tokenShape.test(token)) return null;
    return await shares.findByTokenHash(hashToken(token, dependencies.tokenKey()), now());
  };

  /** The row behind a token, as far as its reader may see what it shows. */
  const openRow = async (token: string, proof: string | undefined) => {
    const row = await find(token);
    if (row === null) throw notFound();
    if (!unlock.isOpen(row, proof)) throw forbidden('This page asks for a passphrase.');
    return row;
  };

  const load = async (token: string, proof: string | undefined): Promise<PublicShareState> => {
    const row = await find(token);
    if (row === null) return null;
    if (!unlock.isOpen(row, proof)) return { state: 'locked' };
    return { state: 'ok', share: shown(row) };
  };

  const read = async (token: string, proof: string | undefined): Promise<PublicShare> =>
    shown(await openRow(token, proof));

  const copyFiles = createFileCopy(dependencies);

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
      const row = await openRow(token, proof);
      const { title, messages } = shown(row);
      const copies = messages
        .filter((message) => message.content !== '')
        .map(({ role, content, created_at }) => ({ role, content, timestamp: Date.parse(created_at) }));
      const session = { id: dependencies.newId('s'), title, titleBy: 'auto' as const, forkedFrom: null, at: now() };
      const chain = rechain(copies, dependencies.newId, 'share');
      const created = await dependencies.sessions.create(userId, session, chain);
      try {
        await copyFiles(row.id, messages, { userId, sessionId: session.id, chain });
      } catch (error) {
        await dependencies.sessions.delete(userId, session.id);
        throw error;
      }
      return toSessionView(created);
    },

    /** A file as it was published; one of another link is as absent as one that never was. */
    async file(token: string, fileId: string, proof: string | undefined): Promise<Response> {
      const file = await dependencies.copies.openShared((await openRow(token, proof)).id, fileId);
      if (file === null) throw notFound();
      const response = downloadOf(file);
      response.headers.set('x-robots-tag', 'noindex, nofollow');
      return response;
    },
  };
}
