import { McpFailure, type McpFailureKind } from './failure';
import type { McpFetch } from './http';
import type { McpToolList } from './read-tools';
import { type McpServerInfo, type McpSession, type McpTarget, openSession } from './session';

/** What was found out about a server by connecting to it. */
export interface McpFindings extends McpToolList {
  readonly info: McpServerInfo;
  readonly latencyMs: number;
}

export interface McpConnection {
  readonly session: McpSession;
  /** As the server listed them last. */
  readonly findings: McpFindings;
}

export interface ConnectionLimits {
  readonly maxOpen: number;
  readonly maxOpenPerUser: number;
  readonly idleMs: number;
  readonly openTimeoutMs: number;
  /** Between two looks at a list that the server says has changed. */
  readonly refreshGapMs: number;
}

const defaultLimits: ConnectionLimits = {
  maxOpen: 64,
  maxOpenPerUser: 16,
  idleMs: 5 * 60_000,
  openTimeoutMs: 20_000,
  refreshGapMs: 2_000,
};

export interface ConnectionsOptions {
  readonly fetch: McpFetch;
  readonly version: string;
  readonly now: () => number;
  readonly limits?: Partial<ConnectionLimits>;
  /** Told each time a server has listed its tools. */
  readonly onFindings: (target: McpTarget, findings: McpFindings) => Promise<void>;
  readonly onFailure: (target: McpTarget, failure: McpFailure) => Promise<void>;
}

/** After these the connection is of no further use. */
const breaking: ReadonlySet<McpFailureKind> = new Set([
  'unreachable',
  'not_mcp',
  'sign_in_needed',
  'refused',
  'too_large',
]);

interface Entry {
  readonly target: McpTarget;
  readonly opening: Promise<McpConnection & { findings: McpFindings }>;
  users: number;
  lastUsed: number;
  timer: NodeJS.Timeout | undefined;
  refreshedAt: number;
  refresh: Promise<void> | null;
  isClosed: boolean;
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new McpFailure('cancelled');
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new McpFailure('cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Open connections by server: opened when they are first needed, closed when they have been idle, limited in number.
 * Opening one lists the tools first, so that what is called is what the server offers now.
 */
export class McpConnections {
  readonly #entries = new Map<string, Entry>();
  readonly #options: ConnectionsOptions;
  readonly #limits: ConnectionLimits;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  get open(): number {
    return this.#entries.size;
  }

  /** Runs something with a connection. A server that has forgotten the session is asked again, once, in a new one. */
  async use<T>(target: McpTarget, signal: AbortSignal, work: (connection: McpConnection) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      const entry = this.#entryFor(target);
      entry.users += 1;
      clearTimeout(entry.timer);
      let connection: McpConnection | undefined;
      try {
        connection = await orAborted(entry.opening, signal);
        return await work(connection);
      } catch (thrown) {
        if (!(thrown instanceof McpFailure)) throw thrown;
        if (thrown.isSessionGone || breaking.has(thrown.kind)) this.#discard(entry);
        if (thrown.isSessionGone && connection && attempt === 0) continue;
        if (connection && breaking.has(thrown.kind)) await this.#options.onFailure(target, thrown);
        throw thrown;
      } finally {
        this.#release(entry);
      }
    }
  }

  /** Connects afresh and tells how that went; what was open before is given up. */
  async test(target: McpTarget): Promise<McpFindings> {
    this.drop(target.id);
    return await this.use(target, new AbortController().signal, async ({ findings }) => findings);
  }

  /** Has the list looked at again, unless that has just been done; what is being used stays open. */
  async look(target: McpTarget): Promise<void> {
    await this.use(target, AbortSignal.timeout(this.#limits.openTimeoutMs), async () => undefined);
    const entry = this.#entries.get(target.id);
    if (entry && this.#options.now() - entry.refreshedAt >= this.#limits.idleMs) await this.#refresh(entry);
  }

  drop(serverId: string): void {
    const entry = this.#entries.get(serverId);
    if (entry) this.#discard(entry);
  }

  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    for (const entry of entries) this.#discard(entry);
    await Promise.allSettled(entries.map(async ({ opening }) => (await opening).session.close()));
  }

  #entryFor(target: McpTarget): Entry {
    const known = this.#entries.get(target.id);
    if (known && known.target.revision === target.revision && known.target.userId === target.userId) return known;
    if (known) this.#discard(known);
    this.#makeRoom(target.userId);
    const entry: Entry = {
      target,
      opening: Promise.resolve().then(() => this.#open(entry)),
      users: 0,
      lastUsed: this.#options.now(),
      timer: undefined,
      refreshedAt: this.#options.now(),
      refresh: null,
      isClosed: false,
    };
    entry.opening.catch(() => this.#discard(entry));
    this.#entries.set(target.id, entry);
    return entry;
  }

  #makeRoom(userId: string): void {
    const all = [...this.#entries.values()];
    const own = all.filter(({ target }) => target.userId === userId);
    const full = [
      { crowd: own, limit: this.#limits.maxOpenPerUser },
      { crowd: all, limit: this.#limits.maxOpen },
    ].find(({ crowd, limit }) => crowd.length >= limit);
    if (!full) return;
    const idle = full.crowd.filter(({ users }) => users === 0).sort((left, right) => left.lastUsed - right.lastUsed);
    if (!idle[0]) throw new McpFailure('busy');
    this.#discard(idle[0]);
  }

  async #open(entry: Entry): Promise<McpConnection> {
    const { fetch, version, now } = this.#options;
    const startedAt = now();
    const deadline = AbortSignal.timeout(this.#limits.openTimeoutMs);
    const onToolsChanged = () => this.#refreshSoon(entry);
    const listed = async (session: McpSession) => {
      const latencyMs = now() - startedAt;
      const list = await session.listTools(deadline).catch(async (failure: unknown) => {
        await session.close();
        throw failure;
      });
      return { session, findings: { ...list, info: session.info, latencyMs } };
    };
    try {
      const connection = await openSession(entry.target, { fetch, version, signal: deadline, onToolsChanged }).then(
        listed,
      );
      await this.#options.onFindings(entry.target, connection.findings);
      return connection;
    } catch (thrown) {
      if (thrown instanceof McpFailure) await this.#options.onFailure(entry.target, thrown);
      throw thrown;
    }
  }

  /** At most one look at a time, and not more often than the gap allows, however often the server says so. */
  #refreshSoon(entry: Entry): void {
    if (entry.refresh || entry.isClosed) return;
    const wait = Math.max(0, entry.refreshedAt + this.#limits.refreshGapMs - this.#options.now());
    entry.refresh = new Promise<void>((resolve) => setTimeout(resolve, wait).unref())
      .then(() => this.#refresh(entry))
      .catch(() => undefined);
  }

  async #refresh(entry: Entry): Promise<void> {
    entry.refresh = null;
    entry.refreshedAt = this.#options.now();
    if (entry.isClosed) return;
    const connection = await entry.opening;
    const list = await connection.session.listTools(AbortSignal.timeout(this.#limits.openTimeoutMs));
    connection.findings = { ...connection.findings, ...list };
    await this.#options.onFindings(entry.target, connection.findings);
  }

  #release(entry: Entry): void {
    entry.users -= 1;
    entry.lastUsed = this.#options.now();
    if (entry.users > 0) return;
    if (entry.isClosed) {
      this.#hangUp(entry);
      return;
    }
    entry.timer = setTimeout(() => this.#discard(entry), this.#limits.idleMs);
    entry.timer.unref();
  }

  /** Nobody gets it any more; it is closed once nobody uses it. */
  #discard(entry: Entry): void {
    if (entry.isClosed) return;
    entry.isClosed = true;
    clearTimeout(entry.timer);
    if (this.#entries.get(entry.target.id) === entry) this.#entries.delete(entry.target.id);
    if (entry.users === 0) this.#hangUp(entry);
  }

  #hangUp(entry: Entry): void {
    entry.opening.then(({ session }) => session.close()).catch(() => undefined);
  }
}
