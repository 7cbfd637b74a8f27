import type { MetonaError } from '@/lib/ir';
import type { MessagePage } from './run-api';
import type { ConnectionState } from './run-event-source';
import type { OutgoingMessage } from './run-outgoing';
import type { RunStore } from './run-store';
import type { Turn } from './run-turns';

/** One conversation as it is shown. */
export interface ChatState {
  readonly sessionId: string | null;
  readonly title: string | null;
  readonly turns: readonly Turn[];
  readonly loading: 'idle' | 'first' | 'older';
  readonly loadError: MetonaError | null;
  readonly hasOlder: boolean;
  /** What follows the last message on other branches. */
  readonly below: MessagePage['below'];
  readonly active: RunStore | null;
  readonly isStarting: boolean;
  readonly connection: ConnectionState;
  readonly queue: readonly OutgoingMessage[];
  readonly refused: { readonly message: OutgoingMessage; readonly error: MetonaError } | null;
}

/** A conversation of which nothing is loaded yet; one without an id begins empty. */
export function emptyChat(sessionId: string | null): ChatState {
  return {
    sessionId,
    title: null,
    turns: [],
    loading: sessionId === null ? 'idle' : 'first',
    loadError: null,
    hasOlder: false,
    below: null,
    active: null,
    isStarting: false,
    connection: 'closed',
    queue: [],
    refused: null,
  };
}
