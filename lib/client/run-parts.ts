import type {
  MetonaMemoryItem,
  MetonaStoredMessage,
  MetonaToolCall,
  PermissionRequest,
  RunNotice as StoredNotice,
} from '@/lib/ir';
import { toolStateOf } from './run-tool-state';
import type { NoticePart, PermissionPart, RunNotice, RunPart, TextPart, ThinkingPart, ToolPart } from './run-view';

export function textPart(id: string, attempt: string | null, chunks: string[] = []): TextPart {
  return { kind: 'text', id, attempt, version: 0, chunks, closed: false };
}

export function thinkingPart(id: string, attempt: string | null, startedAt: number | null): ThinkingPart {
  return { kind: 'thinking', id, attempt, version: 0, chunks: [], closed: false, startedAt, endedAt: null };
}

export function toolPart(id: string, attempt: string | null, name: string): ToolPart {
  return {
    kind: 'tool',
    id,
    attempt,
    version: 0,
    callId: null,
    name,
    argumentChunks: [],
    call: null,
    state: 'receiving',
    startedAt: null,
    progress: null,
    result: null,
  };
}

export function toolPartOfCall(call: MetonaToolCall, attempt: string | null): ToolPart {
  return { ...toolPart(call.id, attempt, call.name), callId: call.id, call, state: 'queued' };
}

export function permissionPart(request: PermissionRequest): PermissionPart {
  return {
    kind: 'permission',
    id: request.id,
    attempt: null,
    version: 0,
    request,
    status: request.status,
    decidedBy: null,
    decidedAt: request.decided_at === null ? null : Date.parse(request.decided_at),
  };
}

export function noticePart(key: number | string, notice: RunNotice): NoticePart {
  return { kind: 'notice', id: `notice:${key}`, attempt: null, version: 0, notice };
}

export function recalledPart(key: number | string, items: readonly MetonaMemoryItem[]): NoticePart {
  const memories = items.map((item) => ({ id: item.id, content: item.summary ?? item.content }));
  return noticePart(key, { type: 'recalled', memories });
}

export function steerPart(message: MetonaStoredMessage): NoticePart {
  return noticePart(message.id, { type: 'steered', text: message.content });
}

/** A notice as a live run shows it where it happened. */
function storedNotice(notice: StoredNotice, place: number): NoticePart {
  return noticePart(`stored:${place}`, notice.type === 'interrupted' ? { type: 'interrupted' } : notice);
}

/**
 * Stored messages of one answer (assistant, tool and steering messages in order) as the same parts a live run has; what
 * was told on the way stands before the answer of its step.
 */
export function partsOfMessages(
  messages: readonly MetonaStoredMessage[],
  notices: readonly StoredNotice[] = [],
): RunPart[] {
  const told = notices.map((notice, place) => ({ step: notice.step, part: storedNotice(notice, place) }));
  const parts: RunPart[] = [];
  const calls = new Map<string, ToolPart>();
  for (const message of messages) {
    if (message.role === 'tool' && message.toolResult !== undefined) {
      const part = calls.get(message.toolResult.toolCallId);
      if (part === undefined) continue;
      part.result = message.toolResult;
      part.state = toolStateOf(message.toolResult);
      continue;
    }
    if (message.role === 'user') parts.push(steerPart(message));
    if (message.role !== 'assistant') continue;
    const step = message.iteration ?? Number.POSITIVE_INFINITY;
    const later = told.findIndex((notice) => notice.step > step);
    parts.push(...told.splice(0, later < 0 ? told.length : later).map(({ part }) => part));
    if (message.reasoningContent !== undefined && message.reasoningContent !== '') {
      const { reasoningMs, timestamp } = message;
      const part = thinkingPart(
        `${message.id}:thinking`,
        null,
        reasoningMs === undefined ? null : timestamp - reasoningMs,
      );
      if (reasoningMs !== undefined) part.endedAt = timestamp;
      part.chunks.push(message.reasoningContent);
      part.closed = true;
      parts.push(part);
    }
    if (message.content !== '') {
      const part = textPart(`${message.id}:text`, null, [message.content]);
      part.closed = true;
      parts.push(part);
    }
    for (const call of message.toolCalls ?? []) {
      const part = toolPartOfCall(call, null);
      calls.set(call.id, part);
      parts.push(part);
    }
  }
  // Nobody went on after the last interruption of an answer that has ended.
  return [...parts, ...told.map(({ part }) => part).filter(({ notice }) => notice.type !== 'interrupted')];
}
