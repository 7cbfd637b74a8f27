import type { PermissionRequest } from '@/lib/ir';

export interface QuestionGroup {
  readonly sessionId: string;
  readonly questions: readonly PermissionRequest[];
}

/** Questions of one conversation stand together, where the first of them stands. */
export function groupQuestions(questions: readonly PermissionRequest[]): readonly QuestionGroup[] {
  const groups = new Map<string, PermissionRequest[]>();
  for (const question of questions) {
    const group = groups.get(question.session_id);
    if (group === undefined) groups.set(question.session_id, [question]);
    else group.push(question);
  }
  return [...groups].map(([sessionId, group]) => ({ sessionId, questions: group }));
}
