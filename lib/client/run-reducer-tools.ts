import type { EventOf } from './run-event-of';
import { permissionPart, toolPart, toolPartOfCall } from './run-parts';
import { toolStateOf } from './run-tool-state';
import { addPart, type PermissionPart, type RunView, type ToolPart, type ToolState, touchStatus } from './run-view';

export function findTool(view: RunView, callId: string): ToolPart | undefined {
  return view.parts.findLast((part): part is ToolPart => part.kind === 'tool' && part.callId === callId);
}

function findReceiving(view: RunView, attempt: string, index: number): ToolPart | undefined {
  const id = `call:${attempt}:${index}`;
  return view.parts.findLast((part): part is ToolPart => part.kind === 'tool' && part.id === id);
}

export function growCall(view: RunView, event: EventOf<'tool_call_delta'>): void {
  const { index, id, name, argsDelta } = event.toolCallDelta;
  let part = findReceiving(view, event.requestId, index);
  if (part === undefined) {
    part = toolPart(`call:${event.requestId}:${index}`, event.requestId, name ?? '');
    addPart(view, part);
  }
  if (id !== undefined) part.callId = id;
  if (name !== undefined) part.name = name;
  if (argsDelta !== undefined) part.argumentChunks.push(argsDelta);
  part.version += 1;
}

export function completeCall(view: RunView, event: EventOf<'tool_call_complete'>): void {
  const { toolCall } = event;
  const part = findTool(view, toolCall.id) ?? firstUnclaimed(view, event.requestId, toolCall.name);
  if (part === undefined) return addPart(view, toolPartOfCall(toolCall, event.requestId));
  part.callId = toolCall.id;
  part.name = toolCall.name;
  part.call = toolCall;
  setState(part, 'queued');
}

function firstUnclaimed(view: RunView, attempt: string, name: string): ToolPart | undefined {
  return view.parts.find(
    (part): part is ToolPart =>
      part.kind === 'tool' && part.attempt === attempt && part.callId === null && part.name === name,
  );
}

export function setState(part: ToolPart, state: ToolState): void {
  part.state = state;
  part.version += 1;
}

export function applyToolEvent(view: RunView, event: EventOf<'tool_start' | 'tool_progress' | 'tool_result'>): void {
  if (event.type === 'tool_progress') {
    const part = findTool(view, event.toolCallId);
    if (part === undefined) return;
    part.progress = { value: event.progress, message: event.message ?? null };
    part.version += 1;
    return;
  }
  if (event.type === 'tool_start') {
    const part = findTool(view, event.toolCall.id) ?? addTool(view, event.toolCall);
    part.call = event.toolCall;
    part.startedAt = event.timestamp;
    return setState(part, 'running');
  }
  const part = findTool(view, event.toolResult.toolCallId);
  if (part === undefined) return;
  part.result = event.toolResult;
  part.progress = null;
  setState(part, toolStateOf(event.toolResult));
}

function addTool(view: RunView, call: EventOf<'tool_start'>['toolCall']): ToolPart {
  const part = toolPartOfCall(call, null);
  addPart(view, part);
  return part;
}

export function askPermission(view: RunView, event: EventOf<'permission_required'>): void {
  const { request } = event;
  const known = findPermission(view, request.id);
  const tool = findTool(view, request.tool_call.id);
  if (tool !== undefined && request.status === 'open') setState(tool, 'awaiting');
  touchStatus(view);
  if (known === undefined) return addPart(view, permissionPart(request));
  known.request = request;
  known.status = request.status;
  known.version += 1;
}

function findPermission(view: RunView, id: string): PermissionPart | undefined {
  return view.parts.find((part): part is PermissionPart => part.kind === 'permission' && part.id === id);
}

export function resolvePermission(view: RunView, event: EventOf<'permission_resolved'>): void {
  const part = findPermission(view, event.requestId);
  if (part === undefined) return;
  part.status = event.status;
  part.decidedBy = event.decidedBy ?? null;
  part.decidedAt = event.timestamp;
  if (event.reason !== undefined) part.request = { ...part.request, decision_reason: event.reason };
  part.version += 1;
  touchStatus(view);
  const tool = findTool(view, part.request.tool_call.id);
  if (tool === undefined || tool.state !== 'awaiting') return;
  const isAllowed = event.status === 'allowed_once' || event.status === 'allowed_session';
  setState(tool, isAllowed ? 'queued' : event.status === 'cancelled' ? 'cancelled' : 'denied');
}
