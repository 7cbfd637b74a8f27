import 'server-only';
import { Client, type Pool } from 'pg';
import type { Logger } from '@/lib/agent/ports';
import { ownerLockKey } from './instance-lock';
import { formatInstanceName } from './instance-name';

/** What instances tell each other; a lost message only delays, since every reader polls as well. */
export type BusMessage = { kind: 'events'; runId: string } | { kind: 'queued' } | { kind: 'cancel'; runId: string };

const CHANNEL = 'metona_runs';
const RECONNECT_MS = 500;
const COALESCE_MS = 50;
/** How long an instance that found itself alone trusts that; others announce themselves when they come. */
const ALONE_MS = 10_000;
const HELLO = 'here';
/** Longer than a busy database needs to carry a message. */
const PROBE_MS = 3_000;

const OTHERS = `
  SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objid::bigint <> $2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1`;

function encode(owner: string, message: BusMessage): string {
  return `${message.kind}:${owner}:${message.kind === 'queued' ? '' : message.runId}`;
}

/** Null for what is no message, and for our own: we know already. */
function decode(owner: string, payload: string): BusMessage | { kind: typeof HELLO } | null {
  const [kind, sender, runId = ''] = payload.split(':');
  if (sender === owner) return null;
  if (kind === HELLO) return { kind };
  if (kind === 'queued') return { kind };
  return kind === 'events' || kind === 'cancel' ? { kind, runId } : null;
}

/**
 * LISTEN/NOTIFY between instances, on one connection that also holds this instance's lock: while the lock is held,
 * others know that the process lives. Messages are tiny, coalesced, and sent outside of any transaction.
 */
export class RunBus {
  /** Also knows where the database is, once that is known. */
  readonly #pool: Pool;
  readonly #owner: string;
  readonly #name: string;
  readonly #log: Logger;
  readonly #outbox = new Set<string>();
  #handler: (message: BusMessage) => void = () => {};
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  #reconnecting = false;
  #aloneUntil = 0;
  #greetings = 0;
  #probe: { payload: string; heard: () => void } | null = null;

  constructor(deps: { pool: Pool; owner: string; log: Logger; version?: string }) {
    const { owner, version = '' } = deps;
    this.#name = formatInstanceName({ owner, version, startedAt: new Date() });
    this.#pool = deps.pool;
    this.#owner = deps.owner;
    this.#log = deps.log;
  }

  /** Resolves once the lock is held, however long the database takes; reconnects by itself from then on. */
  async start(handler: (message: BusMessage) => void): Promise<void> {
    this.#handler = handler;
    await this.#connect().catch(() => this.#reconnect());
    void this.#listenForOurselves();
  }

  send(message: BusMessage): void {
    this.#outbox.add(encode(this.#owner, message));
    this.#timer ??= setTimeout(() => void this.#deliver(), COALESCE_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#probe?.heard();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
    this.#client = null;
  }

  async #connect(): Promise<void> {
    const client = new Client({ ...this.#pool.options, application_name: this.#name });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      if (payload !== undefined && payload === this.#probe?.payload) return this.#probe.heard();
      const message = payload === undefined ? null : decode(this.#owner, payload);
      if (message?.kind === HELLO) this.#greet();
      else if (message) this.#handler(message);
    });
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', ownerLockKey(this.#owner));
      await client.query(`LISTEN ${CHANNEL}`);
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, `${HELLO}:${this.#owner}:`]);
      if (this.#closed) throw new Error('closed while connecting');
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
  }

  /** A pooler in transaction mode takes LISTEN and NOTIFY and carries nothing; whoever runs one is told once. */
  async #listenForOurselves(): Promise<void> {
    const payload = `probe:${this.#owner}:${Date.now()}`;
    let timer: NodeJS.Timeout | undefined;
    const isHeard = await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PROBE_MS).unref();
      this.#probe = { payload, heard: () => resolve(true) };
      this.#pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(() => resolve(true));
    });
    clearTimeout(timer);
    this.#probe = null;
    if (isHeard || this.#closed) return;
    const hint = 'give Metona a direct connection or a pooler in session mode';
    this.#log.warn({ hint }, 'messages between instances do not arrive; they find each other by asking every second');
  }

  #lost(client: Client): void {
    if (this.#closed || this.#reconnecting || this.#client !== client) return;
    this.#log.warn({ owner: this.#owner }, 'lost the connection between instances; connecting again');
    this.#client = null;
    this.#reconnecting = true;
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed && this.#client === null) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref());
      await this.#connect().catch(() => {});
    }
    this.#reconnecting = false;
  }

  async #deliver(): Promise<void> {
    this.#timer = null;
    const payloads = [...this.#outbox];
    this.#outbox.clear();
    if (await this.#isAlone()) return;
    await this.#pool.query('SELECT pg_notify($1, p) FROM unnest($2::text[]) AS p', [CHANNEL, payloads]).catch(() => {});
  }

  /** Every message is a commit of its own: with nobody to read them they would double the writes of a stream. */
  async #isAlone(): Promise<boolean> {
    if (Date.now() < this.#aloneUntil) return true;
    const [space, key] = ownerLockKey(this.#owner);
    const greetings = this.#greetings;
    const found = await this.#pool.query(OTHERS, [space, key]).catch(() => null);
    const isAlone = found !== null && this.#client !== null && found.rows.length === 0;
    // Who came while the locks were looked at is not among them.
    if (isAlone && greetings === this.#greetings) this.#aloneUntil = Date.now() + ALONE_MS;
    return isAlone;
  }

  #greet(): void {
    this.#greetings += 1;
    this.#aloneUntil = 0;
  }
}
