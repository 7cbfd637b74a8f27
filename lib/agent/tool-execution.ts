import { MetonaFailure, type MetonaToolResult } from '@/lib/ir';
import { commitToolMessages, recordResult } from './close-run';
import { approvalOf } from './permission/approval';
import { type Asked, explainQuestions } from './permission/question';
import { labelResult } from './permission/untrusted';
import type { BatchEntry, RunnableTool, RunTransaction } from './ports';
import { type RunSession, RunStopped } from './run-session';
import { settleWithin } from './settle-within';
import { takeSteers } from './steer';
import { errorResult, successResult } from './tool-result';

const PARALLEL = 4;

/** Brings the calls of the current step to their answers; `waiting` when a person has to decide first. */
export async function settleBatch(session: RunSession): Promise<'continue' | 'waiting'> {
  const { runtime, run } = session;
  const batch = await session.read(() => runtime.store.batchOf(run.id, run.stepsUsed));
  const tools = await session.allowedTools();
  const ready = batch.filter((entry) => entry.status === 'ready');
  if (ready.length > 0) {
    session.writer.append({ type: 'phase', phase: 'executing_tools', ...envelope(session) });
    await inParallel(ready, (entry) => executeCall(session, entry, tools.get(entry.call.name)));
  }
  session.throwIfStopped();
  const asking = batch.filter((entry) => entry.status === 'awaiting_permission');
  if (asking.length > 0 && (await askPermission(session, asking, tools))) {
    return 'waiting';
  }
  await session.transact(async (transaction) => {
    const open = (await transaction.batch()).filter((entry) => entry.result === null);
    if (open.length > 0) throw new Error(`${open.length} calls of step ${run.stepsUsed} have no result`);
    const at = { now: runtime.clock.now(), ids: runtime.ids };
    await commitToolMessages(transaction, at);
    await takeSteers(transaction, at);
  });
  return 'continue';
}

function envelope(session: RunSession) {
  return { requestId: '', iteration: session.run.stepsUsed, timestamp: session.runtime.clock.now() };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(PARALLEL, items.length) }, lane));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
}

async function executeCall(session: RunSession, entry: BatchEntry, tool: RunnableTool | undefined): Promise<void> {
  session.throwIfStopped();
  const { call } = entry;
  if (!tool) {
    await session.transact((transaction) => recordResult(transaction, entry, goneResult(session, entry)));
    return;
  }
  const approval = await session.transact(async (transaction) => {
    if (transaction.run.cancelRequested) throw new RunStopped('cancelled');
    const found = await approvalOf(transaction, call.id, tool);
    if (!found.holds) {
      await recordResult(transaction, entry, changedResult(session, entry));
      return found;
    }
    await transaction.updateToolCall(call.id, { status: 'executing' });
    await transaction.update({ toolCallsUsed: transaction.run.toolCallsUsed + 1, phase: 'executing_tools' });
    transaction.emit({ type: 'tool_start', toolCall: call, ...envelope(session) });
    return found;
  });
  if (!approval.holds) return;
  const result = await runTool(session, entry, { tool, basis: approval.basis });
  if (result) await session.transact((transaction) => recordResult(transaction, entry, labelResult(result, tool.def)));
}

function goneResult(session: RunSession, { call }: BatchEntry): MetonaToolResult {
  const text = `The tool ${call.name} is no longer available.`;
  return errorResult(call, ['unknown_tool', text], { now: session.runtime.clock.now() });
}

function changedResult(session: RunSession, { call }: BatchEntry): MetonaToolResult {
  const text = `The tool ${call.name} has changed since it was allowed; it was not run.`;
  return errorResult(call, ['not_allowed', text], { now: session.runtime.clock.now() });
}

function deniedResult(session: RunSession, { call }: BatchEntry, text: string): MetonaToolResult {
  return errorResult(call, ['denied', text], { now: session.runtime.clock.now() });
}

/** The result of one execution; null when the run was stopped and the tool did not finish: the end of the run answers it. */
async function runTool(
  session: RunSession,
  entry: BatchEntry,
  { tool, basis }: { tool: RunnableTool; basis: string | null },
): Promise<MetonaToolResult | null> {
  const { clock, grace } = session.runtime;
  const { call } = entry;
  const startedAt = clock.now();
  let isRunning = true;
  const timeout = AbortSignal.timeout(tool.def.timeoutMs);
  const signal = AbortSignal.any([session.toolSignal, timeout]);
  const done = () => ({ now: clock.now(), durationMs: clock.now() - startedAt });
  try {
    const outcome = await settleWithin(
      tool.execute(call.args, {
        userId: session.run.userId,
        sessionId: session.run.sessionId,
        runId: session.run.id,
        messageId: session.run.inputMessageId,
        callId: call.id,
        signal,
        now: clock.now,
        ...(basis !== null && { basis }),
        progress: (progress, message) => {
          const said = message === undefined ? {} : { message };
          const event = {
            type: 'tool_progress',
            toolCallId: call.id,
            progress,
            ...said,
            ...envelope(session),
          } as const;
          if (isRunning) session.writer.append(event);
        },
      }),
      signal,
      () => (session.toolSignal.aborted ? grace.onStop : grace.onTimeout),
    );
    return successResult(call, outcome, { ...done(), maxChars: tool.def.maxResultChars, render: tool.def.render });
  } catch (error) {
    if (session.toolSignal.aborted) return null;
    if (timeout.aborted) return timedOut(entry, tool, done());
    return errorResult(call, ['failed', failureText(session, call.name, error)], done());
  } finally {
    isRunning = false;
  }
}

function timedOut(entry: BatchEntry, tool: RunnableTool, of: { now: number; durationMs: number }): MetonaToolResult {
  const text = `${entry.call.name} did not finish within ${Math.round(tool.def.timeoutMs / 1000)} s.`;
  if (tool.def.idempotent) return errorResult(entry.call, ['timeout', text], of);
  return errorResult(entry.call, ['outcome_unknown', `${text} Whether it took effect is unknown.`], of);
}

function failureText(session: RunSession, toolName: string, error: unknown): string {
  if (error instanceof MetonaFailure) return error.error.message;
  session.runtime.logger.error(
    { runId: session.run.id, tool: toolName, error: error instanceof Error ? error.message : 'unknown' },
    'a tool failed',
  );
  return `${toolName} failed because of an internal error.`;
}

/**
 * Parks the run: the questions, the new state and their events become visible together, and the worker is free. False
 * when nothing is left to ask, because the tools are gone or forbidden by now.
 */
async function askPermission(
  session: RunSession,
  asking: readonly BatchEntry[],
  tools: ReadonlyMap<string, RunnableTool>,
): Promise<boolean> {
  const explain = await explainQuestions(session, asking);
  const bases = await basesOf(session, asking, tools);
  return session.transact(async (transaction) => {
    if (transaction.run.cancelRequested) throw new RunStopped('cancelled');
    let asked = 0;
    for (const entry of asking) {
      const tool = tools.get(entry.call.name);
      const question = tool && explain(entry, tool);
      if (tool && question?.kind === 'ask') {
        await insertQuestion(session, transaction, { entry, tool, question, basis: bases.get(entry.call.id) ?? null });
        asked += 1;
      } else {
        const isDenied = question?.kind === 'denied';
        const result = isDenied ? deniedResult(session, entry, question.text) : goneResult(session, entry);
        await recordResult(transaction, entry, result);
      }
    }
    if (asked === 0) return false;
    await transaction.update({
      status: 'waiting_permission',
      phase: 'waiting_permission',
      activeMs: session.activeMs(),
      releaseLease: true,
    });
    transaction.emit({ type: 'phase', phase: 'waiting_permission', ...envelope(session) });
    return true;
  });
}

/** What the calls rest on as their questions are put. */
async function basesOf(
  session: RunSession,
  asking: readonly BatchEntry[],
  tools: ReadonlyMap<string, RunnableTool>,
): Promise<ReadonlyMap<string, string>> {
  const { userId, sessionId } = session.run;
  const bases = new Map<string, string>();
  for (const { call } of asking) {
    const tool = tools.get(call.name);
    const basis = await session.read(async () => tool?.basisOf?.(call.args, { userId, sessionId }));
    if (basis !== undefined) bases.set(call.id, basis);
  }
  return bases;
}

async function insertQuestion(
  session: RunSession,
  transaction: RunTransaction,
  of: { entry: BatchEntry; tool: RunnableTool; question: Asked; basis: string | null },
): Promise<void> {
  const { entry, tool, question, basis } = of;
  const { ids, clock, permissionTtlMs } = session.runtime;
  const request = await transaction.insertPermissionRequest({
    id: ids('pr'),
    call: entry.call,
    argsHash: entry.argsHash,
    tool: tool.def,
    toolIdentity: tool.identity,
    permission: question.permission,
    reason: question.reason,
    grantScope: question.grantScope,
    basis,
    expiresAt: clock.now() + permissionTtlMs,
  });
  transaction.emit({ type: 'permission_required', request, ...envelope(session) });
}
