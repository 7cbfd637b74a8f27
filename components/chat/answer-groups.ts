import type { PermissionPart, RunPart, ToolPart } from '@/lib/client/run-view';

/** The questions about each call, by its id. */
export type Questions = ReadonlyMap<string, readonly PermissionPart[]>;

export type AnswerGroup =
  | { readonly kind: 'tools'; readonly id: string; readonly parts: readonly ToolPart[]; readonly questions: Questions }
  | { readonly kind: 'single'; readonly id: string; readonly part: Exclude<RunPart, ToolPart> };

interface Burst {
  readonly parts: ToolPart[];
  readonly questions: Map<string, PermissionPart[]>;
}

/** Steps that follow each other stand together, each with what is asked about it; everything else stays where it happened. */
export function groupParts(parts: readonly RunPart[]): readonly AnswerGroup[] {
  const groups: AnswerGroup[] = [];
  const bursts = new Map<string, Burst>();
  let burst: Burst | null = null;
  for (const part of parts) {
    if (part.kind === 'tool') {
      if (burst === null) {
        burst = { parts: [], questions: new Map() };
        groups.push({ kind: 'tools', id: `tools:${part.id}`, ...burst });
      }
      burst.parts.push(part);
      if (part.callId !== null) bursts.set(part.callId, burst);
      continue;
    }
    const callId = part.kind === 'permission' ? part.request.tool_call.id : '';
    const asking = part.kind === 'permission' ? bursts.get(callId) : undefined;
    if (part.kind === 'permission' && asking !== undefined) {
      asking.questions.set(callId, [...(asking.questions.get(callId) ?? []), part]);
      continue;
    }
    burst = null;
    groups.push({ kind: 'single', id: part.id, part });
  }
  return groups;
}
