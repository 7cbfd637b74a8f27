import { describe, expect, it } from 'vitest';
import { buildContext } from '@/lib/agent/context/build';
import { planFold } from '@/lib/agent/context/fold';
import { listCalls } from '@/lib/agent/context/summary-text';
import type { RunRecord } from '@/lib/agent/ports';
import type { MetonaMessage, MetonaStoredMessage } from '@/lib/ir';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { openStage } from './stage';
import { type Subject, subjects } from './subjects';

const tools = [tool('map.look_up')];

interface Talk {
  readonly path: MetonaStoredMessage[];
  readonly questionId: string;
}

/** Turns of every kind a session may hold, each answered by the model at hand or by a stranger. */
function converse(provider: string, of: { model: string; turns: number; name: string }): Talk {
  const { model, turns, name } = of;
  const path: MetonaStoredMessage[] = [];
  const add = (message: MetonaMessage) => {
    const id = `${name}_${path.length}`;
    path.push({ ...message, id, parentId: path.at(-1)?.id ?? null, runId: null });
    return id;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const own = turn % 3 === 0 ? { provider: 'someone', model: 'else-1' } : { provider, model };
    const says = { answeredBy: own, reasoningContent: 'I think so.' };
    add(user(`${name} turn ${turn} ${'word '.repeat(40)}`));
    if (turn % 4 === 1)
      add(
        assistant('', [call(`tc_${name}_${turn}_a`, 'map.look_up'), call(`tc_${name}_${turn}_b`, 'gone.tool')], says),
      );
    if (turn % 4 === 1) add(result(`tc_${name}_${turn}_a`, 'north'));
    if (turn % 4 === 1) add(result(`tc_${name}_${turn}_b`, 'There is no such tool.', false));
    if (turn % 5 === 2) add(assistant('Stopped here', [], { ...says, status: 'partial' }));
    else add(assistant(`answer ${turn}`, [], says));
  }
  return { path, questionId: add(user('And where is it now?')) };
}

/** The path as it is stored after a fold: a summary in front of what stays. */
function fold({ path, questionId }: Talk): MetonaStoredMessage[] {
  const plan = planFold(path, { keepTurns: 3, questionId, most: 100_000, aim: 100_000 });
  if (!plan) throw new Error('nothing to fold');
  const content = `They talked about north.${listCalls(plan.covered)}`;
  const summary = { id: 'msg_s', role: 'system', content, status: 'summary', timestamp: 1 } as const;
  return [{ ...summary, parentId: plan.coversId, runId: null }, ...plan.kept];
}

function contextOf(history: MetonaStoredMessage[], questionId: string) {
  const run = { sessionId: 's_1', systemPrompt: null, input: 'q', inputMessageId: questionId } as RunRecord;
  const defs = tools.map((def) => def);
  return buildContext({ id: 'r_1', run, iteration: 1, history, tools: defs, contextWindow: 8_000 });
}

describe.each(subjects)('a folded conversation sent to $name', (subject: Subject) => {
  it.each([9, 10, 11, 12, 13])('situation 4: is accepted, folded once and again, after %i turns', async (turns) => {
    const stage = await openStage(subject);
    const own = { model: subject.model, turns };
    const first = converse(stage.adapter.providerId, { ...own, name: 'first' });
    const once = fold(first);
    const second = converse(stage.adapter.providerId, { ...own, name: 'second' });
    const twice = fold({ ...second, path: [...once, ...second.path] });
    for (const [history, questionId] of [
      [once, first.questionId],
      [twice, second.questionId],
    ] as const) {
      const { systemPrompt, history: messages, availableTools } = contextOf(history, questionId);
      const { response } = await stage.ask({ systemPrompt, messages, tools: availableTools });
      expect([response.error, response.finishReason]).toEqual([undefined, 'tool_calls']);
      const body = JSON.stringify(stage.modelCalls().at(-1)?.body);
      expect(body).toContain('earlier_conversation_summary');
      expect(body).toContain('They talked about north.');
      expect(body).toContain('map.look_up → succeeded');
      expect(body).toContain(systemPrompt.roleDefinition.slice(0, 40));
      expect(body).not.toContain('first turn 0 ');
      expect(body).not.toContain('Stopped here');
    }
    await stage.close();
  });
});
