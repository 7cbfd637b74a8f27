/** What a person has prepared for one question and not yet sent: nothing of it changes what runs. */
export interface DecisionDraft {
  readonly step: 'ask' | 'session' | 'deny';
  /** The arguments as text while they are being edited; null when they are not. */
  readonly editing: string | null;
  /** The arguments that were saved in place of the model's own. */
  readonly edited: Readonly<Record<string, unknown>> | null;
  readonly reason: string;
}

const empty: DecisionDraft = { step: 'ask', editing: null, edited: null, reason: '' };

/** Questions whose card is drawn anew, because the address changed or the list scrolled, go on where they were. */
const kept = new Map<string, DecisionDraft>();
/** Far more questions than a person has open at once. */
const MAX_KEPT = 200;

export function readDecisionDraft(requestId: string): DecisionDraft {
  return kept.get(requestId) ?? empty;
}

export function keepDecisionDraft(requestId: string, draft: DecisionDraft): void {
  kept.delete(requestId);
  kept.set(requestId, draft);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The question is closed. */
export function forgetDecisionDraft(requestId: string): void {
  kept.delete(requestId);
}
