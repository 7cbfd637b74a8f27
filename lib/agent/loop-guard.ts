import type { MetonaError, MetonaStoredMessage, MetonaToolCall, MetonaToolResult } from '@/lib/ir';

/** What a repeated call asks for; no grant covers it. */
export const LOOP_PERMISSION = 'loop.continue';

/** The same call so many times in a row asks the user. */
export const ASK_AT_REPEATS = 3;
const FAIL_AT_REPEATS = 8;
const MAX_REPAIRS = 2;

/** The calls of one step of a run, in order, and what they were answered. */
export interface CalledStep {
  readonly calls: readonly MetonaToolCall[];
  readonly results: readonly MetonaToolResult[];
}

/** The steps of a run that called tools, oldest first, as its messages tell; what was denied is among them. */
export function calledSteps(history: readonly MetonaStoredMessage[], runId: string): CalledStep[] {
  const steps: { calls: MetonaToolCall[]; results: MetonaToolResult[] }[] = [];
  for (const message of history) {
    if (message.runId !== runId) continue;
    if (message.toolCalls && message.toolCalls.length > 0) steps.push({ calls: message.toolCalls, results: [] });
    if (message.toolResult) steps.at(-1)?.results.push(message.toolResult);
  }
  return steps;
}

/**
 * For each call, how many times in a row it has been made by now, itself included. Other calls beside it in the same
 * step do not break the row; a step without it does.
 */
export function countRepeats(
  calls: readonly MetonaToolCall[],
  past: readonly CalledStep[],
  hashArgs: (args: Record<string, unknown>) => string,
): number[] {
  const keyOf = (call: MetonaToolCall) =>
    JSON.stringify([call.name, call.parseError === undefined ? hashArgs(call.args) : call.rawArgs]);
  const keys = calls.map(keyOf);
  const earlier = past.map((step) => step.calls.map(keyOf));
  return keys.map((key, position) => {
    let count = keys.slice(0, position + 1).filter((other) => other === key).length;
    for (const step of earlier.toReversed()) {
      const times = step.filter((other) => other === key).length;
      if (times === 0) break;
      count += times;
    }
    return count;
  });
}

/** Why a run whose model makes the same call over and over must end; null while it may go on. */
export function loopError(calls: readonly MetonaToolCall[], repeats: readonly number[]): MetonaError | null {
  const looping = calls.find((_, index) => (repeats[index] ?? 0) >= FAIL_AT_REPEATS);
  if (!looping) return null;
  const message = `The model called ${looping.name} with the same arguments ${FAIL_AT_REPEATS} times in a row.`;
  return { code: 'tool_loop', message, retryable: false };
}

/** Why a run whose model cannot write valid arguments must end: nothing usable after two repairs in a row. */
export function repairError(past: readonly CalledStep[], isUnusable: boolean): MetonaError | null {
  if (!isUnusable) return null;
  const recent = past.slice(-MAX_REPAIRS);
  if (recent.length < MAX_REPAIRS || !recent.every(isRepairNeeded)) return null;
  const message = `The model wrote unusable tool arguments ${MAX_REPAIRS + 1} times in a row.`;
  return { code: 'parse_error', message, retryable: false };
}

function isRepairNeeded({ results }: CalledStep): boolean {
  return results.length > 0 && results.every((result) => result.errorCode === 'invalid_args');
}
