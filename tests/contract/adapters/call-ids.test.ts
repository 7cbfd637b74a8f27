import { describe, expect, it } from 'vitest';
import type { MetonaMessage, MetonaResponse } from '@/lib/ir';
import { callBlock, messageEnd, messageStart } from '@/tests/support/wire/anthropic-bytes';
import { result, tool, user } from '@/tests/support/wire/conversation';
import { lastLine, piece, wholeCall } from '@/tests/support/wire/ollama-bytes';
import { calls, done, finish, opening } from '@/tests/support/wire/openai-bytes';
import { eventStream, lineStream, type WireScript } from '@/tests/support/wire/script';
import { openStage, remember } from './stage';
import { type Subject, subjects } from './subjects';

const tools = [tool('wx'), tool('tz')];
const names = ['wx', 'tz', 'wx', 'tz'];

/** An answer with calls under these ids, as each protocol writes it. */
function answerWith({ chatPath }: Subject, ids: readonly string[]): WireScript {
  const args = (index: number) => ({ q: String(index) });
  const name = (index: number) => names[index] ?? 'wx';
  if (chatPath === '/api/chat') {
    const entries = ids.map((id, index) => piece({ tool_calls: [wholeCall(name(index), args(index), { id })] }));
    return lineStream(...entries, lastLine());
  }
  if (chatPath === '/v1/messages') {
    const blocks = ids.map((id, index) => callBlock(index, [id, name(index)], JSON.stringify(args(index))));
    return eventStream(messageStart(), ...blocks, messageEnd('tool_use'));
  }
  const entries = ids.map((id, index) => calls(opening([index, id, name(index), JSON.stringify(args(index))])));
  return eventStream(...entries, finish('tool_calls'), done);
}

const idsOf = ({ toolCalls = [] }: MetonaResponse) => toolCalls.map((call) => call.id);
const answers = (response: MetonaResponse, provider: string): MetonaMessage[] => [
  remember(response, provider),
  ...idsOf(response).map((id, index) => result(id, `result ${index} of ${id}`)),
];

describe.each(subjects)('calls of $name', (subject) => {
  it('situation 6: have ids of their own when the provider begins its ids anew in each turn', async () => {
    const stage = await openStage(subject);
    const messages: MetonaMessage[] = [user('q')];
    const seen: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      stage.server.enqueue(answerWith(subject, ['call_0']));
      const { response } = await stage.ask({ messages, tools });
      expect([response.error, response.toolCalls?.length]).toEqual([undefined, 1]);
      seen.push(...idsOf(response));
      messages.push(...answers(response, stage.adapter.providerId), user('more'));
    }
    expect(new Set(seen).size).toBe(3);
    const { response } = await stage.ask({ messages, tools });
    expect(response.error).toBeUndefined();
    const sent = JSON.stringify(stage.modelCalls().at(-1)?.body);
    for (const id of seen) expect(sent).toContain(`result 0 of ${id}`);
    await stage.close();
  });

  it.each([2, 4])('situation 7: are told apart when %i siblings share one id', async (count) => {
    const stage = await openStage(subject);
    stage.server.enqueue(
      answerWith(
        subject,
        Array.from({ length: count }, () => 'call_0'),
      ),
    );
    const messages: MetonaMessage[] = [user('q')];
    const { response } = await stage.ask({ messages, tools });
    expect(response.toolCalls?.map(({ name, args }) => [name, args])).toEqual(
      names.slice(0, count).map((name, index) => [name, { q: String(index) }]),
    );
    expect(new Set(idsOf(response)).size).toBe(count);
    messages.push(...answers(response, stage.adapter.providerId));
    const next = await stage.ask({ messages, tools });
    expect(next.response.error).toBeUndefined();
    const sent = JSON.stringify(stage.modelCalls().at(-1)?.body);
    for (const [index, id] of idsOf(response).entries()) expect(sent.split(`result ${index} of ${id}`).length).toBe(2);
    await stage.close();
  });
});
