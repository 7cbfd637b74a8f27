import type { MetonaToolCall } from '@/lib/ir';
import type { Finished } from './attempt';
import { estimateMessageTokens } from './context/estimate-tokens';
import type { NewMessage, RunTransaction } from './ports';
import type { RunSession } from './run-session';

/** Stores what the model said, if it said anything, and who it was. */
export async function commitMessage(
  session: RunSession,
  transaction: RunTransaction,
  of: { finished: Finished; calls: readonly MetonaToolCall[] },
): Promise<void> {
  const { step, call } = of.finished;
  const { response, thinkingMs } = call;
  const { provider, because } = session;
  if (response.content === '' && !response.reasoningContent && of.calls.length === 0) return;
  const content = {
    role: 'assistant',
    content: response.content,
    iteration: step.iteration,
    status: response.error ? 'partial' : 'complete',
    answeredBy: { ...provider, ...(because !== null && { because, from: session.run.provider }) },
    ...(response.reasoningContent !== undefined && { reasoningContent: response.reasoningContent }),
    ...(of.calls.length > 0 && { toolCalls: [...of.calls] }),
    ...(response.providerState && !response.error && { providerState: response.providerState }),
  } as const satisfies Omit<NewMessage, 'id' | 'timestamp' | 'tokenEstimate'>;
  const now = session.runtime.clock.now();
  const message = {
    ...content,
    id: session.runtime.ids('msg'),
    timestamp: now,
    tokenEstimate: estimateMessageTokens(content),
    ...(thinkingMs > 0 && { reasoningMs: thinkingMs }),
  };
  const stored = await transaction.insertMessage(message, transaction.run.tailMessageId);
  await transaction.update({ tailMessageId: stored.id, answeredBy: provider });
  transaction.emit({
    type: 'message_committed',
    requestId: response.meta.requestId,
    iteration: step.iteration,
    timestamp: now,
    message: stored,
  });
}
