import {
  MetonaErrorCode,
  MetonaFailure,
  type MetonaRequest,
  type MetonaSystemPrompt,
  type MetonaToolDef,
} from '@/lib/ir';
import type { HistoryTurn } from './repair-history';
import { createToolNameCodec, type ToolNameCodec } from './tool-name-codec';

/** Static parts first, so that providers' prompt caches hit. */
export function joinSystemPrompt(prompt: MetonaSystemPrompt, ...additions: readonly string[]): string {
  const parts = [
    prompt.roleDefinition,
    prompt.outputConstraints,
    prompt.safetyGuidelines,
    ...additions,
    prompt.dynamicReminders,
  ];
  return parts.filter((part) => part !== undefined && part.trim() !== '').join('\n\n');
}

/** The tools that go to the model: none at all when it must not call, else those the call's limits allow. */
export function offeredTools({ tools, toolChoice, constraints }: MetonaRequest): MetonaToolDef[] {
  if (tools === undefined || toolChoice === 'none') return [];
  const allowed = constraints?.allowedTools;
  return allowed === undefined || allowed.includes('*') ? tools : tools.filter((tool) => allowed.includes(tool.name));
}

export function codecFor(tools: readonly MetonaToolDef[], turns: readonly HistoryTurn[]): ToolNameCodec {
  return createToolNameCodec(
    tools.map((tool) => tool.name),
    turns.flatMap((turn) => turn.calls.map(({ call }) => call.name)),
  );
}

/** Tells a model that cannot see that there was something to see. */
export function describeUnseenImages(content: string, count: number): string {
  const note = `[${count === 1 ? 'An image was' : `${count} images were`} attached here, but this model cannot see images.]`;
  return content === '' ? note : `${content}\n\n${note}`;
}

/**
 * Throws when the question itself shows an image to a model that cannot see; in older messages a note does. Better said
 * before anything is sent than answered as if there were no image.
 */
export function refuseUnseenImages({ messages, model }: MetonaRequest, provider: string): void {
  const question = messages.findLast((message) => message.role === 'user');
  if (!question?.images?.length) return;
  const message = `${model} cannot see images. Pick a model that can, or send the message without the image.`;
  throw new MetonaFailure({ code: MetonaErrorCode.INVALID_REQUEST, message, provider, retryable: false });
}
