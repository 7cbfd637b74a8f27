import type { MetonaGenerationParams, MetonaStoredMessage } from '@/lib/ir';
import type { FileView } from './files';
import type { RunOrder } from './run-api';

export interface ModelChoice {
  readonly providerId: string;
  readonly model: string;
  readonly effort: MetonaGenerationParams['thinkingEffort'] | 'off' | null;
}

/** Where a message goes when it does not simply follow the last one. */
export type Branch =
  | { readonly kind: 'edit'; readonly message: MetonaStoredMessage }
  | { readonly kind: 'again'; readonly question: MetonaStoredMessage };

export interface OutgoingMessage {
  readonly key: string;
  readonly text: string;
  readonly images: readonly string[];
  /** Uploaded already. */
  readonly files: readonly FileView[];
  readonly choice: ModelChoice | null;
  readonly branch: Branch | null;
}

/** Only words can be added to a run that is going on. */
export const canSteer = ({ images, files, branch }: OutgoingMessage): boolean =>
  images.length === 0 && files.length === 0 && branch === null;

/** The call that sends a message. */
export function orderOf(
  { text, images, files, choice, branch, key }: OutgoingMessage,
  sessionId: string | null,
): RunOrder {
  const effort = choice?.effort ?? null;
  return {
    input: text,
    idempotency_key: key,
    ...(sessionId !== null && { session_id: sessionId }),
    ...(choice !== null && { provider_id: choice.providerId, model: choice.model }),
    ...(images.length > 0 && { images: images.map((url) => ({ url })) }),
    ...(files.length > 0 && { files: files.map((file) => file.id) }),
    ...(effort === 'off' && { params: { thinkingEnabled: false } }),
    ...(effort !== null && effort !== 'off' && { params: { thinkingEnabled: true, thinkingEffort: effort } }),
    ...(branch?.kind === 'edit' && { parent_message_id: branch.message.parentId }),
    ...(branch?.kind === 'again' && { replaces_message_id: branch.question.id }),
  };
}

const pendingPrefix = 'pending:';

/** A message as it is shown before the server has stored it, with the files that come with it. */
interface PendingMessage extends MetonaStoredMessage {
  readonly files: readonly FileView[];
}

export function filesOfPending(message: MetonaStoredMessage): readonly FileView[] | null {
  return 'files' in message ? (message as PendingMessage).files : null;
}

function pendingMessage({ key, text, images, files }: OutgoingMessage, parentId: string | null): PendingMessage {
  return {
    id: `${pendingPrefix}${key}`,
    role: 'user',
    content: text,
    timestamp: Date.now(),
    parentId,
    runId: null,
    files,
    ...(images.length > 0 && { images: images.map((url) => ({ url })) }),
  };
}

type Messages = readonly MetonaStoredMessage[];

/**
 * The conversation with a message in its place, before the server has answered. A branch hides what it leaves behind;
 * nothing of that is deleted. A question that is asked again gives up its old run, so that the new one stands there.
 */
export function placeMessage(
  messages: Messages,
  message: OutgoingMessage,
): { messages: MetonaStoredMessage[]; pending: MetonaStoredMessage | null } {
  const { branch } = message;
  if (branch?.kind === 'again') {
    const at = messages.findIndex((known) => known.id === branch.question.id);
    const kept = at < 0 ? messages : messages.slice(0, at);
    return { messages: [...kept, { ...branch.question, runId: null }], pending: null };
  }
  const at = branch === null ? -1 : messages.findIndex((known) => known.id === branch.message.id);
  const kept = at < 0 ? messages : messages.slice(0, at);
  const pending = pendingMessage(message, kept.at(-1)?.id ?? null);
  return { messages: [...kept, pending], pending };
}

/**
 * The newest page of what is stored, behind the older messages that are known and before what is not stored yet.
 * `isWhole` when nothing older is known: the page's own cursor then leads on.
 */
export function mergeNewest(
  known: Messages,
  newestFirst: Messages,
): { messages: MetonaStoredMessage[]; isWhole: boolean } {
  const items = newestFirst.toReversed();
  const first = items[0];
  const at = first === undefined ? -1 : known.findIndex((message) => message.id === first.id);
  const older = at > 0 ? known.slice(0, at) : [];
  const unnamed = known.filter((message) => isPending(message, items));
  return { messages: [...older, ...items, ...unnamed], isWhole: older.length === 0 };
}

/** Whether a message is still waiting for its stored form. */
function isPending(message: MetonaStoredMessage, stored: readonly MetonaStoredMessage[]): boolean {
  if (!message.id.startsWith(pendingPrefix)) return false;
  return !stored.some((known) => known.role === 'user' && known.runId !== null && known.runId === message.runId);
}

export function isStored(message: MetonaStoredMessage): boolean {
  return !message.id.startsWith(pendingPrefix);
}

/** A key of 128 random bits; `randomUUID` exists on secure origins only. */
export function newMessageKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
