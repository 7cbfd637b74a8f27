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
  ToolCallStatus,
} from '@/lib/agent/ports';
import { type MetonaMessage, type MetonaToolResult, metonaToolResultSchema, type RunEventDraft } from '@/lib/ir';
import {
  abandonAttemptRows,
  countAbandonedRows,
  endAttemptRow,
  insertAttemptRow,
  noteAttemptRow,
} from './attempt-rows';
import { insertMessageRow } from './message-rows';
import { patchColumns } from './run-columns';
import {
  PERMISSION_SELECT,
  type PermissionRow,
  type ToolCallRow,
  toPermissionRequest,
  toToolCallRecord,
} from './run-rows';
import { insertSteer, takeSteers } from './run-steers';
import type { Queryable } from './sql';
import { storableJson, storableJsonOrNull, storableText } from './storable';

/** The statements of one transaction over a locked run row. */
export class PgRunTransaction implements RunTransaction {
  readonly events: RunEventDraft[] = [];
  run: RunRecord;
  readonly #client: Queryable;

  constructor(client: Queryable, run: RunRecord) {
    this.#client = client;
    this.run = run;
  }

  emit(...events: RunEventDraft[]): void {
    this.events.push(...events);
  }

  emitted(): number {
    return this.events.length;
  }

  async update(patch: RunPatch): Promise<void> {
    const { sets, values } = patchColumns(patch);
    await this.#client.query(`UPDATE runs SET ${sets.join(', ')} WHERE id = $1`, [this.run.id, ...values]);
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
    const { id: runId, sessionId, userId } = this.run;
    const stored = await insertMessageRow(this.#client, { runId, sessionId, userId, parentId }, message);
    await this.#client.query('UPDATE sessions SET head_message_id = $2, updated_at = now() WHERE id = $1', [
      sessionId,
      stored.id,
    ]);
    return stored;
  }

  insertSummary(message: NewMessage, coversId: string) {
    const { sessionId, userId } = this.run;
    return insertMessageRow(this.#client, { runId: null, sessionId, userId, parentId: coversId }, message);
  }

  async insertSteer(steer: Steer): Promise<void> {
    await insertSteer(this.#client, this.#place, steer);
    this.run = { ...this.run, pendingSteers: this.run.pendingSteers + 1 };
  }

  async takeSteers(now: number): Promise<Steer[]> {
    this.run = { ...this.run, pendingSteers: 0 };
    return takeSteers(this.#client, this.#place, now);
  }

  get #place() {
    return { runId: this.run.id, userId: this.run.userId };
  }

  async insertToolCall(record: ToolCallRecord): Promise<void> {
    const { call } = record;
    await this.#client.query(
      `INSERT INTO tool_calls (id, run_id, user_id, session_id, step, position, name, args, args_hash, raw_args, parse_error, provider_call_id, status, created_at)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)`,
      [
        call.id,
        this.run.id,
        this.run.userId,
        this.run.sessionId,
        record.step,
        record.position,
        storableText(call.name),
        storableJson(call.args),
        record.argsHash,
        call.rawArgs === undefined ? null : storableText(call.rawArgs),
        call.parseError === undefined ? null : storableText(call.parseError),
        call.providerCallId === undefined ? null : storableText(call.providerCallId),
        record.status,
        new Date(call.timestamp),
      ],
    );
  }

  async updateToolCall(
    callId: string,
    patch: { status: ToolCallStatus; args?: Record<string, unknown>; argsHash?: string },
  ) {
    await this.#client.query(
      `UPDATE tool_calls SET status = $3,
         started_at = CASE WHEN $3 = 'executing' THEN now() ELSE started_at END,
         ended_at = CASE WHEN $3 IN ('ready', 'executing', 'awaiting_permission') THEN ended_at ELSE now() END,
         proposed_args = CASE WHEN $4::jsonb IS NULL THEN proposed_args ELSE COALESCE(proposed_args, args) END,
         args = COALESCE($4::jsonb, args), args_hash = COALESCE($5, args_hash)
       WHERE id = $2 AND run_id = $1`,
      [
        this.run.id,
        callId,
        patch.status,
        patch.args === undefined ? null : storableJson(patch.args),
        patch.argsHash ?? null,
      ],
    );
  }

  batch(): Promise<BatchEntry[]> {
    return selectBatch(this.#client, this.run.id, this.run.stepsUsed);
  }

  async tailRole(): Promise<MetonaMessage['role']> {
    const { rows } = await this.#client.query<{ role: MetonaMessage['role'] }>(
      'SELECT role FROM messages WHERE id = $1',
      [this.run.tailMessageId],
    );
    return rows[0]?.role ?? 'user';
  }

  async insertToolResult(result: MetonaToolResult): Promise<void> {
    await this.#client.query('INSERT INTO tool_results (call_id, run_id, user_id, payload) VALUES ($1, $2, $3, $4)', [
      result.toolCallId,
      this.run.id,
      this.run.userId,
      storableJson(result),
    ]);
  }

  async insertPermissionRequest(request: NewPermissionRequest) {
    await this.#client.query(
      `INSERT INTO permission_requests (id, run_id, user_id, session_id, call_id, tool_name, tool_identity, args_hash, tool, permission, risk_level, grant_scope, status, reason, expires_at)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,'open',$13,$14)`,
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
      ],
    );
    return this.#permissionRequest(request.id);
  }

  async permissionRequests() {
    const { rows } = await this.#client.query<PermissionRow>(
      `${PERMISSION_SELECT} WHERE p.run_id = $1 ORDER BY p.created_at, c.position`,
      [this.run.id],
    );
    return rows.map((row) => ({
      request: toPermissionRequest(row),
      toolIdentity: row.tool_identity,
      argsHash: row.args_hash,
      editedHash: row.edited_hash,
    }));
  }

  async closePermissionRequest(id: string, close: ClosePermission) {
    await this.#client.query(
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
    await this.#client.query(
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
    return insertAttemptRow(this.#client, this.run, attempt);
  }

  endAttempt(id: string, end: AttemptEnd): Promise<void> {
    return endAttemptRow(this.#client, { runId: this.run.id, id }, end);
  }

  noteAttempt(id: string, more: Record<string, unknown>): Promise<void> {
    return noteAttemptRow(this.#client, { runId: this.run.id, id }, more);
  }

  abandonOpenAttempts(endedAt: number): Promise<CutAttempt[]> {
    return abandonAttemptRows(this.#client, this.run.id, endedAt);
  }

  countAbandonedAttempts(): Promise<number> {
    return countAbandonedRows(this.#client, this.run.id, this.run.stepsUsed);
  }

  async #permissionRequest(id: string) {
    const { rows } = await this.#client.query<PermissionRow>(`${PERMISSION_SELECT} WHERE p.id = $1`, [id]);
    const row = rows[0];
    if (!row) throw new Error(`permission request ${id} vanished inside its transaction`);
    return toPermissionRequest(row);
  }
}

/** The calls of one step in order, each with its result. */
export async function selectBatch(client: Queryable, runId: string, step: number): Promise<BatchEntry[]> {
  const { rows } = await client.query<ToolCallRow & { result: unknown }>(
    `SELECT c.*, r.payload AS result FROM tool_calls c LEFT JOIN tool_results r ON r.call_id = c.id WHERE c.run_id = $1 AND c.step = $2 ORDER BY c.position`,
    [runId, step],
  );
  return rows.map((row) => ({
    ...toToolCallRecord(row),
    result: row.result === null ? null : metonaToolResultSchema.parse(row.result),
  }));
}
