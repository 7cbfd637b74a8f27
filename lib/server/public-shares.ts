import 'server-only';
import { hashToken } from '@/lib/crypto/tokens';
import type { RateStore } from '@/lib/db/rate-store';
import type { SessionStore } from '@/lib/db/session-store';
import type { ShareModel, ShareStore } from '@/lib/db/share-store';
import type { WorkspaceCopies } from '@/lib/db/workspace-copies';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import type { MetonaStoredMessage } from '@/lib/ir';
import { rechain } from './copied-messages';
import { downloadOf } from './file-download';
import { forbidden, notFound, rateLimited } from './http/problem';
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
  readonly rates: Pick<RateStore, 'consume' | 'giveBack'>;
  readonly verifyPassphrase: (hash: string, passphrase: string) => Promise<boolean>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  readonly isSecure: boolean;
}

/** Of all who try together, so that many addresses are no way around the limit of one. */
const wrongTriesPerLink = { limit: 100, windowMs: 15 * 60_000 };

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

type PassphraseCheck = Pick<PublicShareDependencies, 'rates' | 'verifyPassphrase'>;

function createPassphraseCheck({ rates, verifyPassphrase }: PassphraseCheck) {
  return async ({ id, passphraseHash }: ShareModel, passphrase: string): Promise<boolean> => {
    if (passphraseHash === null) return true;
    const bucket = `share-link:${id}`;
    const verdict = await rates.consume(bucket, wrongTriesPerLink);
    if (!verdict.allowed) throw rateLimited(verdict.retryAfterMs);
    const isRight = await verifyPassphrase(passphraseHash, passphrase);
    if (isRight) await rates.giveBack(bucket);
    return isRight;
  };
}

/** Gives whoever knows the passphrase the proof of it. */
function createUnlocking(dependencies: PublicShareDependencies, find: (token: string) => Promise<ShareModel | null>) {
  const { unlock } = dependencies;
  const isRightPassphrase = createPassphraseCheck(dependencies);
  return async (token: string, passphrase: string): Promise<Response> => {
    const row = await find(token);
    if (row === null) throw notFound();
    if (!(await isRightPassphrase(row, passphrase))) throw forbidden('This is not the passphrase.');
    const response = new Response(null, { status: 204 });
    for (const cookie of unlock.cookies(token, unlock.proof(row), dependencies.isSecure)) {
      response.headers.append('set-cookie', cookie);
    }
    return response;
  };
}

type OpenRow = (token: string, proof: string | undefined) => Promise<ShareModel>;

/** Copies what a reader sees, and nothing else, into a conversation of his own. */
function createFork(dependencies: PublicShareDependencies, openRow: OpenRow) {
  const copyFiles = createFileCopy(dependencies);
  return async (userId: string, token: string, proof: string | undefined): Promise<SessionView> => {
    const row = await openRow(token, proof);
    const { title, messages } = shown(row);
    const copies = messages
      .filter((message) => message.content !== '')
      .map(({ role, content, created_at, files = [] }) => {
        const images = files.flatMap((file) =>
          file.kind === 'image' && file.url.startsWith('data:') ? [{ url: file.url }] : [],
        );
        const timestamp = Date.parse(created_at);
        return { role, content, timestamp, ...(images.length > 0 && { images }) };
      });
    const session = {
      id: dependencies.newId('s'),
      title,
      titleBy: 'auto' as const,
      forkedFrom: null,
      at: dependencies.now(),
    };
    const chain = rechain(copies, dependencies.newId, 'share');
    const created = await dependencies.sessions.create(userId, session, chain);
    try {
      await copyFiles(row.id, messages, { userId, sessionId: session.id, chain });
    } catch (error) {
      await dependencies.sessions.delete(userId, session.id);
      throw error;
    }
    return toSessionView(created);
  };
}

/** The reader's side of a share: no account, no session, nothing but the token. */
export function createPublicShares(dependencies: PublicShareDependencies) {
  const { shares, unlock } = dependencies;

  const find = async (token: string) => {
    if (!tokenShape.test(token)) return null;
    return await shares.findByTokenHash(hashToken(token, dependencies.tokenKey()));
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

  return {
    unlock: createUnlocking(dependencies, find),
    fork: createFork(dependencies, openRow),
    load,
    read,

    /** For routes: unknown, revoked and expired look alike before anything else is looked at. */
    async own(token: string): Promise<void> {
      if ((await find(token)) === null) throw notFound();
    },

    /** Of what a link shows; English before a passphrase was given. */
    async languageOf(token: string): Promise<string> {
      const row = await find(token);
      if (row === null) throw notFound();
      return row.passphraseHash === null ? row.language : 'en';
    },

    async countView(token: string, proof: string | undefined): Promise<void> {
      const row = await find(token);
      if (row === null) throw notFound();
      if (unlock.isOpen(row, proof)) await shares.countView(row.id);
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
