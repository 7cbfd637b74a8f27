import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ofType, type World } from '../support/agent-world';

const say = (text: string) => ({ name: 'test.echo', args: { text } });

describe('a run and its tools', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ grace: { onStop: 200, onTimeout: 200, onDrain: 100 } });
  });
  afterAll(() => world.close());

  it('answers plainly', async () => {
    const { run, events } = await world.runToEnd([{ text: 'hello there', pieces: 3 }]);
    expect([run.status, run.output, run.finish_reason]).toEqual(['completed', 'hello there', 'stop']);
    expect([run.steps_used, run.tool_calls, run.answered_by]).toEqual([
      1,
      [],
      { provider: 'scripted', model: 'script-1' },
    ]);
    expect(events[0]).toMatchObject({ type: 'run_started', requestId: '', iteration: 0, limits: run.limits });
  });

  it('keeps thinking before and apart from the answer', async () => {
    const { run, events } = await world.runToEnd([{ thinking: 'hmm', text: 'yes' }]);
    const at = (type: string) => events.findIndex((event) => event.type === type);
    const order = ['attempt_start', 'thinking_start', 'reasoning_delta', 'thinking_end', 'text_delta', 'usage', 'done'];
    expect(order.map(at)).toEqual(order.map(at).sort((left, right) => left - right));
    const [message] = ofType(events, 'message_committed').map((event) => event.message);
    expect([run.output, message?.content, message?.reasoningContent]).toEqual(['yes', 'yes', 'hmm']);
  });

  it('runs the calls of a step side by side and sends their results in call order', async () => {
    const calls = [
      { name: 'test.after', args: { ms: 200, text: 'slow' } },
      { name: 'test.add', args: { left: 20, right: 22 } },
      say('last'),
    ];
    const { run, events } = await world.runToEnd([{ text: 'let me see', calls }, { text: 'done' }]);
    expect(ofType(events, 'tool_result').map((event) => event.toolResult.toolName)).toEqual([
      'test.add',
      'test.echo',
      'test.after',
    ]);
    expect(run.tool_results.map((result) => result.result)).toEqual([{ said: 'slow' }, { sum: 42 }, { said: 'last' }]);
    const [, second] = world.requestsOf(run.id);
    expect(second?.messages.map((message) => message.toolResult?.toolName ?? message.role)).toEqual([
      'user',
      'assistant',
      'test.after',
      'test.add',
      'test.echo',
    ]);
  });

  it('loses no run when siblings start and report progress at the same moment', async () => {
    const calls = Array.from({ length: 12 }, (_, index) => ({
      name: 'test.after',
      args: { ms: 40, text: `t${index}` },
    }));
    const runs = await Promise.all(Array.from({ length: 6 }, () => world.start([{ calls }, { text: 'done' }])));
    for (const { id } of runs) {
      const { run, events } = await world.finish(id);
      expect([run.status, run.tool_results.filter((result) => result.success).length]).toEqual(['completed', 12]);
      expect(ofType(events, 'tool_progress').length).toBeGreaterThan(0);
    }
  });

  const answersUnknown = async (name: string) => {
    const { run, events } = await world.runToEnd([{ calls: [{ name, args: {} }] }, { text: 'ok' }]);
    expect([run.status, run.tool_calls[0]?.name, run.tool_results[0]?.errorCode]).toEqual([
      'completed',
      name,
      'unknown_tool',
    ]);
    expect(run.tool_results[0]?.error).toMatch(/^There is no tool named .*test\.echo/);
    expect(ofType(events, 'tool_start')).toEqual([]);
  };

  it.each(['no.such', 'made up'])('situation 20: says that %s does not exist, and which tools do', answersUnknown);

  it.each(['constructor', '__proto__', 'toString'])('situation 21: knows no tool named %s', answersUnknown);

  it('names the field that is wrong and asks nobody about it', async () => {
    const calls = [
      { name: 'test.add', args: { left: 'one', right: 2 } },
      { name: 'test.note', args: { title: 7 } },
      { name: 'test.echo', args: { text: 'x', extra: 1 } },
    ];
    const { run, events } = await world.runToEnd([{ calls }, { text: 'ok' }]);
    expect(run.tool_results.map((result) => result.errorCode)).toEqual(Array(3).fill('invalid_args'));
    for (const [index, field] of ['left', 'title', 'extra'].entries())
      expect(run.tool_results[index]?.error).toContain(field);
    expect([ofType(events, 'permission_required'), ofType(events, 'tool_start')]).toEqual([[], []]);
  });

  it('situation 17: never executes a call whose arguments are no JSON object', async () => {
    const { run } = await world.runToEnd([{ calls: [{ name: 'test.note', broken: '{"title":' }] }, { text: 'ok' }]);
    expect(run.tool_calls[0]).toMatchObject({ args: {}, rawArgs: '{"title":', parseError: 'no JSON: {"title":' });
    expect(run.tool_results[0]).toMatchObject({ success: false, errorCode: 'invalid_args' });
    expect(world.count('undefined')).toBe(0);
  });

  it('check 58: offers and runs only the tools of the run', async () => {
    const step = [{ calls: [{ name: 'test.add', args: { left: 1, right: 2 } }] }, { text: 'ok' }];
    const none = await world.runToEnd(step, { allowed_tools: undefined });
    const named = await world.runToEnd(step, { allowed_tools: ['test.echo'] });
    const right = await world.runToEnd(step, { allowed_tools: ['test.add'] });
    const star = await world.runToEnd(step);
    expect([none, named, right, star].map(({ run }) => run.tool_results[0]?.errorCode ?? 'ran')).toEqual([
      'not_allowed',
      'not_allowed',
      'ran',
      'ran',
    ]);
    const offered = (runId: string) => world.requestsOf(runId)[0]?.tools?.map((tool) => tool.name);
    expect([none, named, right].map(({ run }) => offered(run.id))).toEqual([undefined, ['test.echo'], ['test.add']]);
    expect(offered(star.run.id)?.length).toBe(world.tools.length);
  });

  it('tells the model about a failed tool, without its inner details', async () => {
    const { run } = await world.runToEnd([{ calls: [{ name: 'test.fails', args: {} }, say('fine')] }, { text: 'ok' }]);
    expect(run.tool_results.map((result) => result.success)).toEqual([false, true]);
    expect(run.tool_results[0]?.errorCode).toBe('failed');
    expect(JSON.stringify(run)).not.toContain('secret inner detail');
  });

  it('situation 22: gives up a tool that ignores its time limit and drops what it still brings', async () => {
    const { run, events } = await world.runToEnd([
      { calls: [{ name: 'test.deaf', args: { text: 'deaf' } }] },
      { text: 'ok' },
    ]);
    expect([run.status, run.tool_results[0]?.errorCode]).toEqual(['completed', 'outcome_unknown']);
    expect(run.tool_results[0]?.durationMs).toBeLessThan(1_400);
    await expect.poll(() => world.count('deaf ended'), { timeout: 5_000 }).toBe(1);
    const later = await world.finish(run.id);
    expect(later.events).toEqual(events);
    expect(ofType(events, 'tool_progress')).toEqual([]);
  });

  it('situation 25: caps a long result for the model and for watchers, and keeps the whole of it', async () => {
    const { run, events } = await world.runToEnd([{ calls: [{ name: 'test.big', args: { chars: 200_000 } }] }, {}]);
    const whole = { data: `<${'x'.repeat(200_000)}>` };
    expect(run.tool_results[0]?.result).toEqual(whole);
    const trace = await world.agent.runTrace('user_world', run.id);
    expect(trace.find((span) => span.kind === 'tool')?.detail).toMatchObject({ result: { result: whole } });
    for (const event of events) expect(JSON.stringify(event).length, event.type).toBeLessThan(60_000);
    const read = world.requestsOf(run.id)[1]?.messages.at(-1)?.toolResult?.summary ?? '';
    expect(read.length).toBeLessThan(17_000);
    expect([read.startsWith('{"data":"<xx'), read.endsWith('xx>"}'), /left out/.test(read)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('situation 16: tries an answer that was cut in a call once more, with a reminder and running nothing', async () => {
    const cut = { text: 'I will', calls: [say('whole'), say('cut')], isCut: true };
    const { run, events } = await world.runToEnd([cut, { text: 'over' }]);
    expect([run.status, run.error?.code]).toEqual(['failed', 'output_length_exceeded']);
    expect([run.steps_used, run.tool_calls, ofType(events, 'tool_start')]).toEqual([1, [], []]);
    const [first, second] = world.requestsOf(run.id);
    expect(world.requestsOf(run.id).length).toBe(2);
    expect(first?.systemPrompt.dynamicReminders).toBeUndefined();
    expect(second?.systemPrompt.dynamicReminders).toContain('cut off');
    const reset = ofType(events, 'attempt_reset');
    expect(reset.map((event) => event.requestId)).toEqual([first?.meta.requestId]);
    const starts = ofType(events, 'attempt_start');
    expect(starts.map((event) => event.attempt)).toEqual([1, 2]);
    expect(reset[0]?.seq).toBeLessThan(starts[1]?.seq ?? 0);
  });

  it('takes a cut text as the answer', async () => {
    const { run } = await world.runToEnd([{ text: 'cut off he', isCut: true }]);
    expect([run.status, run.output, run.finish_reason]).toEqual(['completed', 'cut off he', 'length']);
  });
});
