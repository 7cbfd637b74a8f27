import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetonaMessage } from '@/lib/ir';
import { result, tool, user } from '@/tests/support/wire/conversation';
import { openStage, remember, type Stage } from './stage';
import { type Subject, subjects } from './subjects';

const tools = [tool('map.look_up'), tool('a.very.long.name.of.a.tool.that.no.provider.would.take.as.it.stands')];
const thinking = { params: { thinkingEnabled: true } };

/** Two steps with a tool, a call nobody answered, and a result nobody asked for. */
async function converse(stage: Stage): Promise<MetonaMessage[]> {
  const messages: MetonaMessage[] = [user('Where is it?')];
  const first = await stage.ask({ messages, tools, ...thinking });
  const { providerId } = stage.adapter;
  messages.push(remember(first.response, providerId), result(first.response.toolCalls?.[0]?.id ?? '', 'north'));
  messages.push(remember((await stage.ask({ messages, tools, ...thinking })).response, providerId), user('And now?'));
  messages.push(remember((await stage.ask({ messages, tools, ...thinking })).response, providerId));
  return [...messages, result('tc_nobody', 'lost'), user('Go on.')];
}

describe.each(subjects)('a conversation with $name', (from) => {
  let histories: MetonaMessage[];
  let origin: Stage;
  beforeAll(async () => {
    origin = await openStage(from);
    histories = await converse(origin);
  });
  afterAll(() => origin.close());

  it.each(subjects)('situation 12: goes on with $name', async (to: Subject) => {
    const target = to === from ? origin : await openStage(to);
    const { response } = await target.ask({ messages: histories, tools, ...thinking });
    expect(response.error).toBeUndefined();
    expect(response.finishReason).toBe('tool_calls');
    const step = [
      ...histories,
      remember(response, target.adapter.providerId),
      result(response.toolCalls?.[0]?.id ?? '', 'south', false),
    ];
    expect((await target.ask({ messages: step, tools, ...thinking })).response).toMatchObject({
      content: 'Hello there.',
      finishReason: 'stop',
    });
    expect(JSON.stringify(target.modelCalls().at(-1)?.body)).toContain('north');
    if (target !== origin) await target.close();
  });

  it('goes on with a model that cannot call tools', async () => {
    const ollama = subjects.find(({ registered }) => registered === 'ollama') as Subject;
    const target = await openStage({ ...ollama, model: 'gemma:2b' });
    const { response } = await target.ask({ messages: histories, tools, ...thinking });
    expect(response).toMatchObject({ content: 'Hello there.', finishReason: 'stop' });
    expect(JSON.stringify(target.modelCalls().at(-1)?.body)).toContain('north');
    await target.close();
  });
});
