import 'server-only';
import type {
  AttemptEnd,
  BatchEntry,
  ClosePermission,
  CutAttempt,
  NewAttempt,
  NewGrant,
  NewMessage,
  NewPermissionRequest,
  RunPatch,
  RunRecord,
  RunTransaction,
  Steer,
  ToolCallRecord,
} from '@/lib/agent/ports';
import type { MetonaMessage, MetonaToolResult, RunEventDraft } from '@/lib/ir';
import { abandonAttemptRows, attemptColumns, countAbandonedRows, endAttemptSql, noteAttemptSql } from './attempt-rows';
import { insertEventsSql } from './event-store';
import { messageColumns, storedMessageOf } from './message-rows';
import { patchColumns } from './run-columns';
import { PERMISSION_SELECT, type PermissionRow, toPermissionRequest } from './run-rows';
import { insertSteer, takeSteers } from './run-steers';
import type { Queryable } from './sql';
import { storableJson, storableJsonOrNull, storableText } from './storable';
import { selectBatch, type ToolCallPatch, toolCallColumns, updateToolCallSql } from './tool-call-rows';
import { type Bind, insertBehindGate, WriteBatch } from './write-batch';

/** Thrown when work needs the rows, or two writes to one of them, in a transaction that is a single statement. */
export class NeedsLock extends Error {
  constructor() {
    super('this transaction needs the lock of the row');
    this.name = 'NeedsLock';
  }
}

/**
 * One transaction over a run. Writes are gathered and sent together: before rows are read, and at the end, when the row
 * of the run is written once. Without a connection everything is that last statement, and nothing can be read.
 */
export class PgRunTransaction implements RunTransaction {
  readonly events: RunEventDraft[] = [];
  run: RunRecord;
  readonly #client: Queryable | null;
  readonly #firstSeq: number;
  readonly #depths = new Map<string, { base: string | null; below: number }>();
  #batch = new WriteBatch();
  #patch: RunPatch = {};
  #head: string | null = null;

  constructor(client: Queryable | null, run: RunRecord) {
    this.#client = client;
    this.#firstSeq = run.nextSeq;
    this.run = run;
  }

  /**
   * Sends what is left, the row of the run and its events included. `guard` tells what the row must be like where that is
   * not known yet; false when it is not.
   */
  async send(client: Queryable, guard: (bind: Bind) => string): Promise<boolean> {
    const { bind } = this.#batch;
    const sets = patchColumns(this.#patch, bind);
    const count = this.events.length;
    if (count > 0) sets.push(`next_seq = next_seq + ${bind(count)}::int`);
    const place = { runId: this.run.id, sessionId: this.run.sessionId, firstSeq: this.#firstSeq };
    if (count > 0) this.#batch.add('events', insertEventsSql(bind, place, this.events));
    if (this.#head !== null) this.#batch.add('session', this.#moveHeadSql(this.#head));
    // Without a connection the guard has to be asked even then.
    if (sets.length === 0 && this.#batch.isEmpty && this.#client) return true;
    const gate =
      sets.length > 0
        ? `UPDATE runs SET ${sets.join(', ')} WHERE ${guard(bind)} RETURNING id`
        : `SELECT id FROM runs WHERE ${guard(bind)} FOR UPDATE`;
    return this.#batch.send(client, gate);
  }

  #moveHeadSql(head: string): string {
    const { bind } = this.#batch;
    const { sessionId, userId } = this.run;
    return `UPDATE sessions SET head_message_id = ${bind(head)}, updated_at = now() FROM gate
      WHERE sessions.id = ${bind(sessionId)} AND sessions.user_id = ${bind(userId)}`;
  }

  /** The connection, once everything written so far can be seen on it. */
  async #rows(): Promise<Queryable> {
    const client = this.#client;
    if (!client) throw new NeedsLock();
    if (this.#batch.isEmpty) return client;
    const batch = this.#batch;
    this.#batch = new WriteBatch();
    this.#depths.clear();
    await batch.send(client, `SELECT id FROM runs WHERE id = ${batch.bind(this.run.id)}`);
    return client;
  }

  async #write(row: string, sql: (bind: Bind) => string): Promise<void> {
    if (this.#batch.touches(row)) await this.#rows();
    this.#batch.add(row, sql(this.#batch.bind));
  }

  emit(...events: RunEventDraft[]): void {
    this.events.push(...events);
  }

  emitted(): number {
    return this.events.length;
  }

  async update(patch: RunPatch): Promise<void> {
    this.#patch = { ...this.#patch, ...patch };
    this.run = {
      ...this.run,
      ...(patch.status && { status: patch.status }),
      ...(patch.tailMessageId && { tailMessageId: patch.tailMessageId }),
      ...(patch.stepsUsed !== undefined && { stepsUsed: patch.stepsUsed }),
      ...(patch.toolCallsUsed !== undefined && { toolCallsUsed: patch.toolCallsUsed }),
      ...(patch.activeMs !== undefined && { activeMs: patch.activeMs }),
      ...(patch.recoveries !== undefined && { recoveries: patch.recoveries }),
      ...(patch.usage && { usage: patch.usage }),
      ...(patch.cancelRequestedAt !== undefined && { cancelRequested: true }),
    };
  }

  async insertMessage(message: NewMessage, parentId: string) {
    const stored = await this.#insertMessage(message, { runId: this.run.id, parentId });
    this.#head = stored.id;
    return stored;
  }

  insertSummary(message: NewMessage, coversId: string) {
    return this.#insertMessage(message, { runId: null, parentId: coversId });
  }

  async #insertMessage(message: NewMessage, of: { runId: string | null; parentId: string }) {
    const { sessionId, userId } = this.run;
    const columns = messageColumns({ sessionId, userId, runId: of.runId }, message);
    const above = this.#depths.get(of.parentId) ?? { base: of.parentId, below: 0 };
    this.#depths.set(columns.id, { base: above.base, below: above.below + 1 });
    await this.#write(`message ${columns.id}`, (bind) => {
      const depth = `COALESCE((SELECT depth + 1 FROM messages WHERE id = ${bind(above.base)}), 0) + ${above.below}`;
      return insertBehindGate(bind, 'messages', {
        columns: { ...columns, parent_id: of.parentId },
        computed: { depth },
      });
    });
    return storedMessageOf(columns, of.parentId);
  }

  async insertSteer(steer: Steer): Promise<void> {
    await insertSteer(await this.#rows(), this.#place, steer);
    this.run = { ...this.run, pendingSteers: this.run.pendingSteers + 1 };
  }

  async takeSteers(now: number): Promise<Steer[]> {
    const taken = await takeSteers(await this.#rows(), this.#place, now);
    this.run = { ...this.run, pendingSteers: 0 };
    return taken;
  }

  get #place() {
    return { runId: this.run.id, userId: this.run.userId };
  }

  insertToolCall(record: ToolCallRecord): Promise<void> {
    const columns = toolCallColumns(this.run, record);
    return this.#write(`call ${record.call.id}`, (bind) => insertBehindGate(bind, 'tool_calls', { columns }));
  }

  updateToolCall(callId: string, patch: ToolCallPatch): Promise<void> {
    const place = { runId: this.run.id, callId };
    return this.#write(`call ${callId}`, (bind) => updateToolCallSql(bind, place, patch));
  }

  async batch(): Promise<BatchEntry[]> {
    return selectBatch(await this.#rows(), this.run.id, this.run.stepsUsed);
  }

  async tailRole(): Promise<MetonaMessage['role']> {
    const client = await this.#rows();
    const { rows } = await client.query<{ role: MetonaMessage['role'] }>('SELECT role FROM messages WHERE id = $1', [
      this.run.tailMessageId,
    ]);
    return rows[0]?.role ?? 'user';
  }

  insertToolResult(result: MetonaToolResult): Promise<void> {
    const { id: run_id, userId: user_id } = this.run;
    const columns = { call_id: result.toolCallId, run_id, user_id, payload: storableJson(result) };
    return this.#write(`result ${result.toolCallId}`, (bind) => insertBehindGate(bind, 'tool_results', { columns }));
  }

  async insertPermissionRequest(request: NewPermissionRequest) {
    const client = await this.#rows();
    await client.query(
      `INSERT INTO permission_requests (id, run_id, user_id, session_id, call_id, tool_name, tool_identity, args_hash, tool, permission, risk_level, grant_scope, status, reason, expires_at, basis)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,'open',$13,$14,$15)`,
      [
        request.id,
        this.run.id,
        this.run.userId,
        this.run.sessionId,
        request.call.id,
        request.tool.name,
        request.toolIdentity,
        request.argsHash,
        storableJson(request.tool),
        request.permission,
        request.tool.riskLevel,
        storableJsonOrNull(request.grantScope),
        request.reason,
        new Date(request.expiresAt),
        request.basis,
      ],
    );
    return this.#permissionRequest(request.id);
  }

  async permissionRequests() {
    const client = await this.#rows();
    const { rows } = await client.query<PermissionRow>(
      `${PERMISSION_SELECT} WHERE p.run_id = $1 ORDER BY p.created_at, c.position`,
      [this.run.id],
    );
    return rows.map((row) => ({
      request: toPermissionRequest(row),
      toolIdentity: row.tool_identity,
      argsHash: row.args_hash,
      editedHash: row.edited_hash,
      basis: row.basis,
    }));
  }

  async closePermissionRequest(id: string, close: ClosePermission) {
    const client = await this.#rows();
    await client.query(
      `UPDATE permission_requests SET status = $3, decided_at = $4, decision_reason = $5, edited_hash = $6 WHERE id = $2 AND run_id = $1 AND status = 'open'`,
      [
        this.run.id,
        id,
        close.status,
        new Date(close.decidedAt),
        close.reason === null ? null : storableText(close.reason),
        close.editedHash,
      ],
    );
    return this.#permissionRequest(id);
  }

  async insertGrant(grant: NewGrant): Promise<void> {
    const client = await this.#rows();
    await client.query(
      `INSERT INTO permission_grants (id, user_id, session_id, tool_name, tool_identity, host, request_id, expires_at) VALUES ($1,$2,$3,$4,$5,$6,$7,$8)`,
      [
        grant.id,
        this.run.userId,
        this.run.sessionId,
        grant.toolName,
        grant.toolIdentity,
        grant.host,
        grant.requestId,
        new Date(grant.expiresAt),
      ],
    );
  }

  insertAttempt(attempt: NewAttempt): Promise<void> {
    const columns = attemptColumns(this.run, attempt);
    return this.#write(`attempt ${attempt.id}`, (bind) => insertBehindGate(bind, 'attempts', { columns }));
  }

  endAttempt(id: string, end: AttemptEnd): Promise<void> {
    return this.#write(`attempt ${id}`, (bind) => endAttemptSql(bind, { runId: this.run.id, id }, end));
  }

  noteAttempt(id: string, more: Record<string, unknown>): Promise<void> {
    return this.#write(`attempt ${id}`, (bind) => noteAttemptSql(bind, { runId: this.run.id, id }, more));
  }

  async abandonOpenAttempts(endedAt: number): Promise<CutAttempt[]> {
    return abandonAttemptRows(await this.#rows(), this.run.id, endedAt);
  }

  async countAbandonedAttempts(): Promise<number> {
    return countAbandonedRows(await this.#rows(), this.run.id, this.run.stepsUsed);
  }

  async #permissionRequest(id: string) {
    const client = await this.#rows();
    const { rows } = await client.query<PermissionRow>(`${PERMISSION_SELECT} WHERE p.id = $1`, [id]);
    const row = rows[0];
    if (!row) throw new Error(`permission request ${id} vanished inside its transaction`);
    return toPermissionRequest(row);
  }
}
