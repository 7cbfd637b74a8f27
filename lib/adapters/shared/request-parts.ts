import type { MetonaRequest, MetonaSystemPrompt, MetonaToolDef } from '@/lib/ir';
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
