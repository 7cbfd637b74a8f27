import 'server-only';
import type { MessageStore } from '@/lib/db/message-store';
import type { SessionRecord } from '@/lib/db/session-store';
import { isTerminalStatus } from '@/lib/ir';
import { conflict, invalid } from './http/problem';

export interface SessionHeadDependencies {
  readonly find: (userId: string, sessionId: string) => Promise<SessionRecord>;
  readonly messages: Pick<MessageStore, 'find' | 'isAbove' | 'newestLeaf'>;
}

export interface HeadChange {
  readonly head_message_id?: string | undefined;
  /** A message of the branch to show. */
  readonly branch_message_id?: string | undefined;
}

const missing = (path: keyof HeadChange) =>
  invalid([{ path, message: 'There is no such message in this conversation.' }]);

/** Where a conversation ends after a change of it: undefined when that stays. A run that goes on keeps its place. */
export function createSessionHead({ find, messages }: SessionHeadDependencies) {
  const check = async (userId: string, session: SessionRecord, messageId: string): Promise<void> => {
    const { lastRun } = session;
    if (lastRun && !isTerminalStatus(lastRun.status))
      throw conflict('A run is still going on in this conversation.', lastRun);
    if (!(await messages.find({ userId, sessionId: session.id }, messageId))) throw missing('head_message_id');
  };

  /** The end of the branch that a message is on; undefined when that branch is the one shown. */
  const endOfBranch = async (
    userId: string,
    session: SessionRecord,
    messageId: string,
  ): Promise<string | undefined> => {
    const place = { userId, sessionId: session.id };
    const { headMessageId } = session;
    if (headMessageId !== null && (await messages.isAbove(place, messageId, headMessageId))) return undefined;
    const leaf = await messages.newestLeaf(place, messageId);
    if (leaf === null) throw missing('branch_message_id');
    return leaf;
  };

  return async (userId: string, sessionId: string, change: HeadChange): Promise<string | undefined> => {
    const { head_message_id: headId, branch_message_id: branchId } = change;
    if (headId === undefined && branchId === undefined) return undefined;
    const session = await find(userId, sessionId);
    const wanted = branchId === undefined ? headId : await endOfBranch(userId, session, branchId);
    if (wanted !== undefined) await check(userId, session, wanted);
    return wanted;
  };
}
