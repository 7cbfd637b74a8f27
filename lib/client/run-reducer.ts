import type { MetonaStoredMessage, RunEvent, RunPhase, RunStatus } from '@/lib/ir';
import { assertNever } from '@/lib/ir/assert-never';
import type { EventOf } from './run-event-of';
import {
  noticePart,
  partsOfMessages,
  permissionPart,
  recalledPart,
  steerPart,
  textPart,
  thinkingPart,
  toolPartOfCall,
} from './run-parts';
import {
  applyToolEvent,
  askPermission,
  completeCall,
  findTool,
  growCall,
  resolvePermission,
  setState,
} from './run-reducer-tools';
import { addPart, type RunNotice, type RunPart, type RunView, touchStatus } from './run-view';

/**
 * Brings a view up to date with one event of the run's log. Same events, same view: used live, for replay and for share
 * pages. Events that were seen already are ignored, so a replay after a reconnect cannot double anything.
 * Returns whether the event was new.
 */
export function applyRunEvent(view: RunView, event: RunEvent): boolean {
  if (event.seq <= view.lastSeq) return false;
  view.lastSeq = event.seq;
  apply(view, event);
  return true;
}

function apply(view: RunView, event: RunEvent): void {
  switch (event.type) {
    case 'text_delta':
      return appendText(view, event);
    case 'thinking_start':
    case 'reasoning_delta':
      return appendThinking(view, event);
    case 'thinking_end':
      return closeThinking(view, event);
    case 'tool_call_delta':
      return growCall(view, event);
    case 'tool_call_complete':
      return completeCall(view, event);
    case 'tool_start':
    case 'tool_progress':
    case 'tool_result':
      return applyToolEvent(view, event);
    case 'permission_required':
      return askPermission(view, event);
    case 'permission_resolved':
      return resolvePermission(view, event);
    case 'usage':
      return;
    case 'done':
    case 'error':
      return closeAttempt(view, event.requestId, event.timestamp);
    case 'attempt_start':
      return startAttempt(view, event);
    case 'attempt_reset':
      discardAttempt(view, event.requestId);
      if (event.reason === 'interrupted') noteInterruption(view, event.seq);
      return;
    case 'provider_switched':
      view.answeredBy = { ...event.to, because: event.error.code };
      view.retry = null;
      return addNotice(view, event);
    case 'retry_scheduled':
      return scheduleRetry(view, event);
    case 'memory_recalled':
      if (event.items.length > 0) addPart(view, recalledPart(event.seq, event.items));
      return;
    case 'context_compressed':
    case 'budget_warning':
      return addNotice(view, event);
    case 'run_started':
    case 'phase':
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      return applyRunStatus(view, event);
    case 'message_committed':
      return commitMessage(view, event.message);
    case 'snapshot':
      return applySnapshot(view, event);
    default:
      return assertNever(event);
  }
}

type NoticeEvent = EventOf<'provider_switched' | 'context_compressed' | 'budget_warning'>;

function addNotice(view: RunView, event: NoticeEvent): void {
  addPart(view, noticePart(event.seq, noticeOf(event)));
  touchStatus(view);
}

function noticeOf(event: NoticeEvent): RunNotice {
  switch (event.type) {
    case 'provider_switched':
      return { type: 'switched', from: event.from, to: event.to, because: event.error.code, at: event.timestamp };
    case 'context_compressed':
      return {
        type: 'compressed',
        before: event.beforeTokens,
        after: event.afterTokens,
        messages: event.messagesFolded,
      };
    case 'budget_warning':
      return { type: 'budget', budget: event.kind, used: event.used, limit: event.limit };
  }
}

function startAttempt(view: RunView, event: EventOf<'attempt_start'>): void {
  view.model = { provider: event.provider, model: event.model };
  view.step = Math.max(view.step, event.iteration);
  if (event.attempt === 1) view.retry = null;
  touchStatus(view);
}

/** The log counts the attempts of a step over all models; a reader counts those of the model that fails. */
function scheduleRetry(view: RunView, event: EventOf<'retry_scheduled'>): void {
  view.retry = {
    attempt: (view.retry?.attempt ?? 1) + 1,
    delayMs: event.delayMs,
    until: event.timestamp + event.delayMs,
    provider: view.model?.provider ?? event.error.provider ?? '',
    error: event.error,
  };
  touchStatus(view);
}

function appendText(view: RunView, event: EventOf<'text_delta'>): void {
  const last = view.parts.at(-1);
  if (last?.kind === 'text' && last.attempt === event.requestId && !last.closed) {
    last.chunks.push(event.delta);
    last.version += 1;
    return;
  }
  addPart(view, textPart(`text:${event.seq}`, event.requestId, [event.delta]));
}

function appendThinking(view: RunView, event: EventOf<'thinking_start' | 'reasoning_delta'>): void {
  const last = view.parts.at(-1);
  const isOpen = last?.kind === 'thinking' && last.attempt === event.requestId && !last.closed;
  const part = isOpen ? last : thinkingPart(`thinking:${event.seq}`, event.requestId, event.timestamp);
  if (event.type === 'reasoning_delta') part.chunks.push(event.delta);
  part.version += 1;
  if (!isOpen) addPart(view, part);
}

function closeThinking(view: RunView, event: EventOf<'thinking_end'>): void {
  for (const part of view.parts) {
    if (part.kind !== 'thinking' || part.closed || part.attempt !== event.requestId) continue;
    part.closed = true;
    part.endedAt = event.timestamp;
    part.version += 1;
  }
}

function closeAttempt(view: RunView, attempt: string | null, now: number): void {
  for (const part of view.parts) {
    if (attempt !== null && part.attempt !== attempt) continue;
    if ((part.kind !== 'text' && part.kind !== 'thinking') || part.closed) continue;
    part.closed = true;
    if (part.kind === 'thinking') part.endedAt = now;
    part.version += 1;
  }
}

function discardAttempt(view: RunView, attempt: string): void {
  const kept = view.parts.filter((part) => part.attempt !== attempt);
  if (kept.length === view.parts.length) return;
  view.parts = kept;
  view.structureVersion += 1;
  touchStatus(view);
}

/** Told once, by whichever event says it first. Nothing of the run is at work until another process takes it up. */
function noteInterruption(view: RunView, seq: number): void {
  view.retry = null;
  for (const part of view.parts) {
    if (part.kind !== 'tool' || part.state !== 'running') continue;
    part.progress = null;
    setState(part, 'queued');
  }
  touchStatus(view);
  if (!isInterruption(view.parts.at(-1))) addPart(view, noticePart(seq, { type: 'interrupted' }));
}

function isInterruption(part: RunPart | undefined): boolean {
  return part?.kind === 'notice' && part.notice.type === 'interrupted';
}

type StatusEvent = EventOf<'run_started' | 'phase' | 'run_completed' | 'run_failed' | 'run_cancelled'>;

function applyRunStatus(view: RunView, event: StatusEvent): void {
  touchStatus(view);
  if (event.type === 'run_started') {
    view.sessionId = event.sessionId;
    view.startedAt = event.timestamp;
    view.model = { provider: event.provider, model: event.model };
    view.chosen = view.model;
    view.maxSteps = event.limits.max_steps;
    return;
  }
  if (event.type === 'phase') {
    // From work back into the queue: that happens only when the process that did it has gone.
    if (event.phase === 'queued' && view.status === 'running') noteInterruption(view, event.seq);
    view.phase = event.phase;
    view.status = statusOfPhase(event.phase);
    return;
  }
  view.phase = null;
  view.retry = null;
  view.finishedAt = event.timestamp;
  view.usage = event.usage;
  closeAttempt(view, null, event.timestamp);
  if (event.type === 'run_failed') view.error = event.error;
  view.status = event.type === 'run_completed' ? 'completed' : event.type === 'run_failed' ? 'failed' : 'cancelled';
  settleOpenParts(view);
}

function statusOfPhase(phase: RunPhase): RunStatus {
  if (phase === 'queued' || phase === 'waiting_permission') return phase;
  return 'running';
}

/** Nothing may look alive in a run that has ended, and an interruption it ended with was not gone on from. */
function settleOpenParts(view: RunView): void {
  if (isInterruption(view.parts.at(-1))) {
    view.parts = view.parts.slice(0, -1);
    view.structureVersion += 1;
  }
  for (const part of view.parts) {
    if (part.kind === 'tool' && part.result === null) setState(part, part.startedAt === null ? 'cancelled' : 'unknown');
    if (part.kind === 'permission' && part.status === 'open') {
      part.status = 'cancelled';
      part.version += 1;
    }
  }
}

function commitMessage(view: RunView, message: MetonaStoredMessage): void {
  view.committed.push(message);
  if (message.role === 'user') addPart(view, steerPart(message));
  if (message.answeredBy !== undefined) view.answeredBy = message.answeredBy;
  touchStatus(view);
}

function applySnapshot(view: RunView, event: EventOf<'snapshot'>): void {
  const ofRun = event.messages.filter((message) => message.runId === view.runId);
  // The question comes first; what a person said later steered the answer.
  const own = ofRun[0]?.role === 'user' ? ofRun.slice(1) : ofRun;
  const parts = partsOfMessages(own);
  const known = new Set(parts.map((part) => part.id));
  for (const call of event.openCalls) {
    if (!known.has(call.id)) parts.push(toolPartOfCall(call, null));
  }
  view.sessionId = event.sessionId;
  view.parts = parts;
  view.committed = own;
  view.answeredBy = own.findLast((message) => message.answeredBy !== undefined)?.answeredBy ?? view.answeredBy;
  view.phase = event.phase;
  view.retry = null;
  view.status = statusInSnapshot(event) ?? view.status;
  view.lastSeq = Math.max(view.lastSeq, event.lastSeq);
  view.structureVersion += 1;
  touchStatus(view);
  for (const request of event.pendingPermissions) {
    const tool = findTool(view, request.tool_call.id);
    if (tool !== undefined) setState(tool, 'awaiting');
    addPart(view, permissionPart(request));
  }
}

/** Null when the end is all that is left to come. */
function statusInSnapshot({ phase, pendingPermissions }: EventOf<'snapshot'>): RunStatus | null {
  if (pendingPermissions.length > 0) return 'waiting_permission';
  return phase === null ? null : statusOfPhase(phase);
}
