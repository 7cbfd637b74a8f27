import type { AgentRun, MetonaStoredMessage } from '@/lib/ir';
import { type ApiFailure, toApiFailure } from './api';
import { noteSpent, type SpendView } from './branches';
import { type ChatState, emptyChat } from './chat-state';
import { loadFollowing } from './load-following';
import { keepQueue, readQueue } from './queue-storage';
import { type BranchSwitch, type MessagePage, runApi, type SessionView, sessionApi } from './run-api';
import { appendNew, mergeNewest, placeMessage, prependOlder, withRun } from './run-messages';
import { canSteer, type OutgoingMessage, orderOf, sentAgain } from './run-outgoing';
import { createRunStore, type RunStore, settleRun } from './run-store';
import { createTurnBuilder } from './run-turns';
import { hasEnded } from './run-view';

const PAGE_SIZE = 30;
const LARGE_PAGE = 100;
const LINGER_MS = 300;

/** One conversation outside React: its pages of messages, the run that is going on and what waits to be sent. */
export class ChatStore {
  #state: ChatState;
  #messages: MetonaStoredMessage[] = [];
  #cursor: string | null = null;
  #runs = new Map<string, AgentRun>();
  #live = new Map<string, RunStore>();
  #spent = new Map<string, SpendView>();
  #opening: Promise<void> = Promise.resolve();
  #older: Promise<void> | null = null;
  #lastRunId: string | null = null;
  #follower: AbortController | null = null;
  #readers = 0;
  #stopsAtStart = false;
  #listeners = new Set<() => void>();
  #turns = createTurnBuilder();
  #onSession: (sessionId: string) => void = () => undefined;

  constructor(sessionId: string | null) {
    this.#state = emptyChat(sessionId);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  state = (): ChatState => this.#state;

  /** Told once, when the first message has made a conversation of a new chat. */
  set onSession(listener: (sessionId: string) => void) {
    this.#onSession = listener;
  }

  /** Shown somewhere. The stream ends a moment after the last reader, but not while a message waits for its end. */
  retain = (): (() => void) => {
    this.#readers += 1;
    this.#opening = this.reload();
    return () => {
      this.#readers -= 1;
      setTimeout(() => this.#readers + this.#state.queue.length === 0 && this.#close(), LINGER_MS);
    };
  };

  reload = async (): Promise<void> => {
    const { sessionId, isStarting } = this.#state;
    if (sessionId === null || isStarting || this.#follower !== null) return;
    const loading = this.#messages.length === 0 ? 'first' : 'idle';
    this.#set({ loading, loadError: null, queue: readQueue(sessionId, this.#state.queue) });
    try {
      const [session, page, runs] = await Promise.all([
        sessionApi.get(sessionId),
        sessionApi.messages(sessionId, null, PAGE_SIZE),
        runApi.ofSession(sessionId),
      ]);
      this.#runs = new Map(runs.items.map((run) => [run.id, run]));
      this.#dropStale(session);
      this.#takeNewest(page);
      this.#rebuild({ title: session.title, loading: 'idle', below: page.below });
      if (session.active_run !== null) void this.#follow(session.active_run.id);
      else this.#sendNext();
    } catch (caught) {
      this.#set({ loading: 'idle', loadError: toApiFailure(caught).error });
    }
  };

  /** What was followed before the page was left is taken from storage again, unless it is still going on. */
  #dropStale(session: SessionView): void {
    const runId = this.#state.active?.view.runId;
    if (runId === undefined || runId === session.active_run?.id) return;
    this.#live.delete(runId);
    this.#set({ active: null });
  }

  /** Stops listening; the run goes on without us. */
  #close = (): void => {
    this.#follower?.abort();
    this.#follower = null;
  };

  /** Another tab or device may have gone on here. */
  sync = (session: SessionView): void => {
    if (session.title !== this.#state.title) this.#set({ title: session.title });
    if (this.#follower !== null || this.#state.isStarting || this.#state.loading !== 'idle') return;
    const hasNewRun = session.active_run !== null && session.active_run.id !== this.#state.active?.view.runId;
    if (hasNewRun || session.head_message_id !== (this.#messages.at(-1)?.id ?? null)) void this.reload();
  };

  /** One page at a time: who asks meanwhile waits for the same one. */
  loadOlder = (limit = PAGE_SIZE, isEnough = () => true): Promise<void> => {
    this.#older ??= this.#loadOlder(limit, isEnough).finally(() => {
      this.#older = null;
    });
    return this.#older;
  };

  /** However many pages it takes, they are shown together. */
  #loadOlder = async (limit: number, isEnough: () => boolean): Promise<void> => {
    const { sessionId, loading } = this.#state;
    if (sessionId === null || this.#cursor === null || loading !== 'idle') return;
    this.#set({ loading: 'older' });
    try {
      do {
        const page = await sessionApi.messages(sessionId, this.#cursor, limit);
        noteSpent(this.#spent, page);
        this.#messages = prependOlder(this.#messages, page.items);
        this.#cursor = page.next_cursor;
      } while (this.#cursor !== null && !isEnough());
      this.#rebuild({ loading: 'idle' });
    } catch (caught) {
      this.#set({ loading: 'idle', loadError: toApiFailure(caught).error });
    }
  };

  /** A summary was edited, or undone (null): everything else stays as it is. */
  changeSummary = (id: string, message: MetonaStoredMessage | null): void => {
    this.#messages = this.#messages.flatMap((known) => (known.id === id ? (message ?? []) : known));
    this.#rebuild({});
  };

  /** Shows a message: on its own branch when it is on another one, with older pages until it is there. */
  reveal = async (messageId: string): Promise<void> => {
    const isKnown = () => this.#messages.some((message) => message.id === messageId);
    await this.#opening;
    if (!isKnown()) await this.switchTo({ branch_message_id: messageId });
    await this.#older;
    if (!isKnown()) await this.loadOlder(LARGE_PAGE, isKnown);
  };

  /** Another branch; nothing of this one is lost. Rejects when it cannot be switched now. */
  switchTo = async (to: BranchSwitch): Promise<void> => {
    const { sessionId } = this.#state;
    if (sessionId === null) return;
    const session = await sessionApi.switchBranch(sessionId, to);
    if (session.active_run === null) this.#lastRunId = null;
    await this.reload();
  };

  /** Sends now, or as soon as the run that is going on has ended. */
  send = (given: OutgoingMessage): void => {
    const message = sentAgain(given, this.#state.refused?.message);
    this.#set({ refused: null });
    if (this.isBusy) this.#set({ queue: [...this.#state.queue, message] });
    else void this.#start(message);
  };

  unqueue = (key: string): void => {
    this.#set({ queue: this.#state.queue.filter((message) => message.key !== key) });
  };

  /** Tells the run that is going on, instead of waiting for its end; when it is too late, the message stays queued. */
  steer = async (key: string): Promise<void> => {
    const message = this.#state.queue.find((queued) => queued.key === key);
    const { active } = this.#state;
    if (message === undefined || active === null || !canSteer(message)) return;
    this.unqueue(key);
    const refuse = (caught: unknown) => this.#refuse(message, toApiFailure(caught));
    await runApi.steer(active.view.runId, message.text).catch(refuse);
  };

  /** Ends the run that is going on, also one that has been asked for and has no id yet. */
  stop = async (): Promise<void> => {
    if (this.#state.isStarting) this.#stopsAtStart = true;
    else if (this.#state.active !== null) await this.#cancel(this.#state.active.view.runId);
  };

  #fail = (caught: unknown): void => this.#set({ loadError: toApiFailure(caught).error });

  #cancel = (runId: string): Promise<unknown> => runApi.cancel(runId).catch(this.#fail);

  get isBusy(): boolean {
    return this.#state.isStarting || (this.#state.active !== null && !hasEnded(this.#state.active.view.status));
  }

  async #start(message: OutgoingMessage): Promise<void> {
    const before = this.#messages;
    const { messages, pending } = placeMessage(before, message);
    this.#messages = messages;
    this.#lastRunId = null;
    this.#stopsAtStart = false;
    this.#rebuild({ isStarting: true, below: null });
    try {
      const response = await runApi.start(orderOf(message, this.#state.sessionId));
      const runId = response.headers.get('x-run-id') ?? '';
      const sessionId = response.headers.get('x-session-id') ?? this.#state.sessionId;
      if (pending !== null) this.#messages = withRun(this.#messages, pending.id, runId);
      const isNew = this.#state.sessionId === null;
      this.#set({ isStarting: false, sessionId });
      void this.#follow(runId, response);
      if (this.#stopsAtStart) void this.#cancel(runId);
      if (isNew && sessionId !== null) this.#onSession(sessionId);
    } catch (caught) {
      this.#messages = before;
      this.#rebuild({ isStarting: false });
      this.#refuse(message, toApiFailure(caught));
    }
  }

  #refuse(message: OutgoingMessage, failure: ApiFailure): void {
    const current = failure.current as AgentRun | undefined;
    if (failure.error.code === 'conflict' && typeof current?.id === 'string') {
      if (!this.isBusy && hasEnded(current.status)) return void this.#start(message);
      this.#set({ queue: [message, ...this.#state.queue] });
      if (!this.isBusy) void this.#follow(current.id);
      return;
    }
    this.#set({ refused: { message, error: failure.error } });
  }

  async #follow(runId: string, first?: Response): Promise<void> {
    this.#follower?.abort();
    const follower = new AbortController();
    this.#follower = follower;
    const store = this.#live.get(runId) ?? createRunStore(runId);
    this.#live.set(runId, store);
    this.#lastRunId = runId;
    this.#rebuild({ active: store });
    try {
      const { followRun } = await loadFollowing();
      await followRun(store, {
        signal: follower.signal,
        ...(first && { first }),
        onConnection: (connection) => this.#set({ connection }),
      });
    } catch (caught) {
      this.#fail(caught);
    }
    if (this.#follower !== follower) return;
    this.#follower = null;
    await this.#finish(store);
  }

  async #finish(store: RunStore): Promise<void> {
    const { runId, committed } = store.view;
    this.#messages = appendNew(this.#messages, committed);
    this.#rebuild({ active: null, connection: 'closed' });
    const { sessionId } = this.#state;
    if (sessionId !== null) await this.#refresh(sessionId, runId).catch(this.#fail);
    this.#sendNext();
  }

  #sendNext(): void {
    const [next, ...queue] = this.#state.queue;
    if (next === undefined || this.isBusy) return;
    this.#set({ queue });
    void this.#start(next);
  }

  /** The stored state of the newest page: real ids for what was shown before the server had named it. */
  async #refresh(sessionId: string, runId: string): Promise<void> {
    const [page, run] = await Promise.all([sessionApi.messages(sessionId, null, PAGE_SIZE), runApi.get(runId)]);
    this.#runs.set(runId, run);
    settleRun(this.#live.get(runId), run);
    this.#takeNewest(page);
    this.#rebuild({ below: page.below });
  }

  #takeNewest(page: MessagePage): void {
    const { messages, isWhole } = mergeNewest(this.#messages, page.items);
    this.#messages = messages;
    if (isWhole) this.#cursor = page.next_cursor;
    noteSpent(this.#spent, page);
  }

  #rebuild(change: Partial<ChatState>): void {
    const turns = this.#turns.build({
      messages: this.#messages,
      live: this.#live,
      runs: this.#runs,
      lastRunId: this.#lastRunId,
      spent: this.#spent,
    });
    this.#set({ ...change, turns, hasOlder: this.#cursor !== null });
  }

  #set(change: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...change };
    if ('queue' in change || 'sessionId' in change) keepQueue(this.#state.sessionId, this.#state.queue);
    for (const listener of this.#listeners) listener();
  }
}
