import type { MetonaStoredMessage } from '@/lib/ir';

/** What can be done from within a message. One object per conversation, so that rows need not render again for it. */
export interface ChatActions {
  /** Asks the same again: a new answer beside the old one. */
  readonly again: (question: MetonaStoredMessage) => void;
  readonly edit: (question: MetonaStoredMessage) => void;
  readonly fork: (messageId: string) => void;
  /** Shows another version of a message with what followed it. */
  readonly openBranch: (messageId: string) => Promise<void>;
  /** Ends the conversation at a message, so that the next one starts a branch there. */
  readonly goOnFrom: (messageId: string) => void;
  /** Gives a summary another text; null takes the fold back. Rejects when it was not taken. */
  readonly changeSummary: (messageId: string, content: string | null) => Promise<void>;
  readonly say: (text: string) => void;
  /** Ends the run that is going on. */
  readonly stop: () => void;
}
