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

/**
 * The same words after a refusal keep the key of the first try: where only the answer was lost, the server knows it and
 * does not take the message twice.
 */
export function sentAgain(message: OutgoingMessage, refused: OutgoingMessage | undefined): OutgoingMessage {
  if (refused === undefined) return message;
  const again = { ...message, key: refused.key };
  return JSON.stringify(orderOf(again, null)) === JSON.stringify(orderOf(refused, null)) ? again : message;
}

const pendingPrefix = 'pending:';

/** A message as it is shown before the server has stored it, with the files that come with it. */
interface PendingMessage extends MetonaStoredMessage {
  readonly files: readonly FileView[];
}

export function filesOfPending(message: MetonaStoredMessage): readonly FileView[] | null {
  return 'files' in message ? (message as PendingMessage).files : null;
}

export function pendingMessage({ key, text, images, files }: OutgoingMessage, parentId: string | null): PendingMessage {
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

export function isStored(message: MetonaStoredMessage): boolean {
  return !message.id.startsWith(pendingPrefix);
}

/** A key of 128 random bits; `randomUUID` exists on secure origins only. */
export function newMessageKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
