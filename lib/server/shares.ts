import 'server-only';
import { hashToken, newToken } from '@/lib/crypto/tokens';
import type { MessageStore } from '@/lib/db/message-store';
import type { SessionRecord, SessionStore } from '@/lib/db/session-store';
import type { ShareChange, ShareInclude, ShareRecord, ShareStore } from '@/lib/db/share-store';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import { conflict, notFound } from './http/problem';
import type { OwnKeys } from './own-keys';
import { isoOf } from './session-view';
import { chooseShareFiles, noShareFiles, readShareTexts } from './share-files';
import { createSecretFinder, scanSnapshot } from './share-secrets';
import { cleanSnapshot, guessLanguage, shareTitle, toSnapshot } from './share-snapshot';
import { includeSchema, type ShareView, toShareView } from './share-view';

type Choice = { readonly [Key in keyof ShareInclude]?: boolean | undefined };

export interface ShareRequest {
  readonly expires_in?: number | null | undefined;
  readonly passphrase?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly include: Choice;
}

export interface ShareRevision extends Omit<ShareRequest, 'include'> {
  readonly publish?: true | undefined;
  readonly new_url?: true | undefined;
  readonly include?: Choice | undefined;
}

export interface ShareDependencies {
  readonly shares: ShareStore;
  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly files: Pick<FullWorkspaceStore, 'list' | 'read'>;
  readonly ownKeys: OwnKeys;
  readonly tokenKey: () => Uint8Array;
  readonly hashPassphrase: (passphrase: string) => Promise<string>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  /** Of the links: the public origin. */
  readonly publicUrl: string;
}

const nothing: ShareInclude = { thinking: false, tools: false, files: false, secrets: false };

function withChoice(include: ShareInclude, choice: Choice): ShareInclude {
  return {
    thinking: choice.thinking ?? include.thinking,
    tools: choice.tools ?? include.tools,
    files: choice.files ?? include.files,
    secrets: choice.secrets ?? include.secrets,
  };
}

type PublicationDependencies = Pick<ShareDependencies, 'messages' | 'files' | 'newId' | 'ownKeys'>;

function createPublication({ messages, files, newId, ownKeys }: PublicationDependencies) {
  /** The copy that readers will see: what the conversation holds at this moment, up to a message; `found` is for its writer. */
  return async (userId: string, session: SessionRecord, of: { headId: string | null; include: ShareInclude }) => {
    if (of.headId === null) throw conflict('There is nothing to share in this conversation yet.');
    const path = await messages.loadPath({ userId, sessionId: session.id }, of.headId);
    const chosen = of.include.files
      ? chooseShareFiles(path, await files.list(userId, session.id), newId)
      : noShareFiles;
    const found = toSnapshot(path, of.include, chosen);
    const finder = createSecretFinder(await ownKeys(userId));
    const hide = (text: string) => finder.hide(text, of.include.secrets);
    const snapshot = cleanSnapshot(found, hide);
    const language = guessLanguage(snapshot);
    const chosenTitle = shareTitle(session, { language, messages: found });
    const copy = { snapshot, files: chosen.frozen, language, title: hide(chosenTitle), include: of.include };
    return { copy: { ...copy, headMessageId: of.headId }, found: { finder, title: chosenTitle, messages: found } };
  };
}

interface RevisionDependencies {
  readonly publish: ReturnType<typeof createPublication>;
  readonly findSession: (userId: string, sessionId: string) => Promise<SessionRecord>;
  readonly now: () => number;
}

/** Newer turns come in only when they are published; another choice of what to include rewrites the copy as far as it went. */
function createRevision({ publish, findSession, now }: RevisionDependencies) {
  return async (userId: string, share: ShareRecord, revision: ShareRevision): Promise<ShareChange> => {
    const isNewer = revision.publish === true;
    if (!isNewer && revision.include === undefined) return {};
    const session = await findSession(userId, share.sessionId);
    const include = withChoice(includeSchema.parse(share.include), revision.include ?? {});
    const headId = isNewer ? session.headMessageId : share.headMessageId;
    const { copy } = await publish(userId, session, { headId, include });
    return { ...copy, ...(isNewer && { publishedAt: now() }) };
  };
}

/** What publishing would show, and what in it may be private; nothing is stored. */
function createPreview(
  { files, now }: Pick<ShareDependencies, 'files' | 'now'>,
  { publish, findSession }: Pick<RevisionDependencies, 'publish' | 'findSession'>,
) {
  return async (userId: string, sessionId: string, choice: Choice) => {
    const session = await findSession(userId, sessionId);
    const of = { headId: session.headMessageId, include: withChoice(nothing, choice) };
    const { copy, found } = await publish(userId, session, of);
    const { texts, unread } = await readShareTexts(files, { userId, sessionId }, copy.files);
    const { title, language, snapshot } = copy;
    return {
      messages: snapshot.length,
      title,
      files: copy.files.map(({ path, size }) => ({ name: path, size })),
      unread_files: unread,
      findings: scanSnapshot(found.finder, { ...found, files: texts }, of.include.secrets),
      share: { title, language, published_at: isoOf(now()), messages: snapshot },
    };
  };
}

/** The token is in the link and nowhere else: what is stored tells only whether a token is the right one. */
function mintShareToken(key: Uint8Array, publicUrl: string) {
  const token = newToken('');
  return { stored: { tokenHash: hashToken(token, key), last4: token.slice(-4) }, url: `${publicUrl}/share/${token}` };
}

export function createShares(dependencies: ShareDependencies) {
  const { shares, sessions, now } = dependencies;

  const findSession = async (userId: string, sessionId: string) => {
    const session = await sessions.find(userId, sessionId);
    if (session === null) throw notFound();
    return session;
  };

  const find = async (userId: string, shareId: string): Promise<ShareRecord> => {
    const share = await shares.find(userId, shareId);
    if (share === null) throw notFound();
    return share;
  };

  const expiry = (seconds: number | null | undefined) => (seconds == null ? null : now() + seconds * 1000);
  const hash = async (passphrase: string | null | undefined) =>
    passphrase == null ? null : await dependencies.hashPassphrase(passphrase);

  const publish = createPublication(dependencies);
  const mintToken = () => mintShareToken(dependencies.tokenKey(), dependencies.publicUrl);

  const revise = createRevision({ publish, findSession, now });

  return {
    own: find,

    async listOfSession(userId: string, sessionId: string) {
      return { items: (await shares.list(userId, sessionId)).map(toShareView), next_cursor: null };
    },

    async list(userId: string) {
      return { items: (await shares.list(userId)).map(toShareView), next_cursor: null };
    },

    preview: createPreview(dependencies, { publish, findSession }),

    async create(userId: string, sessionId: string, request: ShareRequest): Promise<ShareView> {
      const session = await findSession(userId, sessionId);
      const include = withChoice(nothing, request.include);
      const { copy } = await publish(userId, session, { headId: session.headMessageId, include });
      const { stored, url } = mintToken();
      const id = dependencies.newId('sh');
      await shares.create(userId, {
        ...copy,
        ...stored,
        id,
        sessionId,
        label: request.label ?? null,
        passphraseHash: await hash(request.passphrase),
        at: now(),
        expiresAt: expiry(request.expires_in),
      });
      return { ...toShareView(await find(userId, id)), url };
    },

    async update(userId: string, share: ShareRecord, revision: ShareRevision): Promise<ShareView> {
      const minted = revision.new_url === true ? mintToken() : null;
      const change: ShareChange = {
        ...(await revise(userId, share, revision)),
        ...minted?.stored,
        ...(revision.label !== undefined && { label: revision.label }),
        ...(revision.expires_in !== undefined && { expiresAt: expiry(revision.expires_in) }),
        ...(revision.passphrase !== undefined && { passphraseHash: await hash(revision.passphrase) }),
      };
      const updated = await shares.update(userId, share.id, change);
      if (updated === null) throw notFound();
      return { ...toShareView(updated), ...(minted && { url: minted.url }) };
    },

    async revoke(userId: string, shareId: string): Promise<void> {
      if (!(await shares.delete(userId, shareId))) throw notFound();
    },
  };
}
