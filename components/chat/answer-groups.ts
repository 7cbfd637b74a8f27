import type { RunPart, ToolPart } from '@/lib/client/run-view';

export type AnswerGroup =
  | { readonly kind: 'tools'; readonly id: string; readonly parts: readonly ToolPart[] }
  | { readonly kind: 'single'; readonly id: string; readonly part: Exclude<RunPart, ToolPart> };

/** Steps that follow each other stand together; everything else stays where it happened. */
export function groupParts(parts: readonly RunPart[]): readonly AnswerGroup[] {
  const groups: AnswerGroup[] = [];
  let burst: ToolPart[] | null = null;
  for (const part of parts) {
    if (part.kind !== 'tool') {
      burst = null;
      groups.push({ kind: 'single', id: part.id, part });
    } else if (burst !== null) burst.push(part);
    else {
      burst = [part];
      groups.push({ kind: 'tools', id: `tools:${part.id}`, parts: burst });
    }
  }
  return groups;
}
