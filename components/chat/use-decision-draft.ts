'use client';

import { useCallback, useState } from 'react';
import { type DecisionDraft, keepDecisionDraft, readDecisionDraft } from '@/lib/client/decision-drafts';

/** What this person is preparing for one question. A card that is drawn anew goes on with it. */
export function useDecisionDraft(requestId: string) {
  const [draft, setDraft] = useState(() => readDecisionDraft(requestId));
  const change = useCallback(
    (part: Partial<DecisionDraft>) => {
      const after = { ...readDecisionDraft(requestId), ...part };
      keepDecisionDraft(requestId, after);
      setDraft(after);
    },
    [requestId],
  );
  return { draft, change };
}
