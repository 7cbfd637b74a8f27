import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../support/agent-world';
import { scriptOf } from '../support/scripted-model';

const answer = (text: string) => [{ text }];

describe('sending a message', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const rows = async (sql: string, values: unknown[]) => (await world.database.pool.query(sql, values)).rows;
  const path = (runId: string) => world.requestsOf(runId)[0]?.messages.map((message) => message.content);

  it('twice at once with one key gives one run, one message and one model call', async () => {
    const steps = answer('once');
    const runs = await Promise.all(
      Array.from({ length: 10 }, () => world.start(steps, { idempotency_key: 'key-twice' })),
    );
    const [first] = runs;
    if (!first) throw new Error('no run');
    expect(new Set(runs.map((run) => run.id)).size).toBe(1);
    await world.finish(first.id);
    expect((await world.start(steps, { idempotency_key: 'key-twice' })).id).toBe(first.id);
    expect(world.requestsOf(first.id).length).toBe(1);
    const messages = await rows(`SELECT id FROM messages WHERE session_id = $1 AND role = 'user'`, [first.session_id]);
    expect(messages.length).toBe(1);
    expect((await rows('SELECT id FROM sessions WHERE title LIKE $1', ['%once%'])).length).toBe(1);
  });

  it('twice at once into one session with one key gives one run as well', async () => {
    const { run } = await world.runToEnd(answer('first'));
    const body = { session_id: run.session_id, idempotency_key: 'key-session' };
    const runs = await Promise.all(Array.from({ length: 6 }, () => world.start(answer('second'), body)));
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
  });

  it('refuses a key that came with another body, and frees it after a day', async () => {
    const { run } = await world.runToEnd(answer('a'), { idempotency_key: 'key-other' });
    await expect(world.start(answer('b'), { idempotency_key: 'key-other' })).rejects.toMatchObject({
      error: { code: 'conflict' },
      details: { current: { id: run.id } },
    });
    await rows(`UPDATE runs SET created_at = created_at - interval '25 hours' WHERE id = $1`, [run.id]);
    const later = await world.runToEnd(answer('b'), { idempotency_key: 'key-other' });
    expect([later.run.output, later.run.id === run.id]).toEqual(['b', false]);
  });

  it('keeps the keys of two users apart', async () => {
    const { run } = await world.runToEnd(answer('mine'), { idempotency_key: 'key-mine' });
    const input = scriptOf(answer('theirs'));
    const body = { input, idempotency_key: 'key-mine', max_steps: 10, timeout_ms: 60_000 };
    const other = await world.agent.runs.create('user_other', body);
    expect([other.created, other.run.id === run.id]).toEqual([true, false]);
  });

  it('situation 70: lets only one of many runs start in a session at a time', async () => {
    const { run } = await world.runToEnd(answer('first'));
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        world.start([{ text: 'second', pauseMs: 1_000 }], { session_id: run.session_id }),
      ),
    );
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(made.length).toBe(1);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toMatchObject({ error: { code: 'conflict' }, details: { current: { id: made[0]?.id } } });
    }
    await world.finish(made[0]?.id ?? '');
    const users = await rows(`SELECT 1 FROM messages WHERE session_id = $1 AND role = 'user'`, [run.session_id]);
    expect(users.length).toBe(2);
  });

  it('refuses unknown and foreign sessions and messages alike', async () => {
    const { run } = await world.runToEnd(answer('mine'));
    const [head] = await rows('SELECT id FROM messages WHERE session_id = $1', [run.session_id]);
    const refused = { error: { code: 'not_found' } };
    const body = { input: 'x', max_steps: 1, timeout_ms: 1_000 };
    const theirs = await world.agent.runs.create('user_other', body);
    for (const session_id of [run.session_id, 's_nope']) {
      await expect(world.agent.runs.create('user_other', { ...body, session_id })).rejects.toMatchObject(refused);
    }
    const inTheirs = { ...body, session_id: theirs.run.session_id };
    await expect.poll(async () => (await world.agent.runs.find('user_other', theirs.run.id)).status).toBe('completed');
    for (const id of [head?.id, 'msg_nope']) {
      for (const place of [{ parent_message_id: id }, { replaces_message_id: id }]) {
        await expect(world.agent.runs.create('user_other', { ...inTheirs, ...place })).rejects.toMatchObject(refused);
      }
    }
    await expect(world.agent.runs.find('user_other', run.id)).rejects.toMatchObject(refused);
    expect((await world.agent.runs.list('user_other', { limit: 50, session_id: run.session_id })).items).toEqual([]);
  });

  it('branches below an earlier message and leaves the other branch as it is', async () => {
    const one = await world.runToEnd(answer('answer one'));
    const session_id = one.run.session_id;
    const two = await world.runToEnd(answer('answer two'), { session_id });
    const [first] = await rows(`SELECT id FROM messages WHERE run_id = $1 AND role = 'assistant'`, [one.run.id]);
    const branch = await world.runToEnd(answer('other two'), { session_id, parent_message_id: first.id });
    expect(path(branch.run.id)).toEqual([one.run.input, 'answer one', branch.run.input]);
    const root = await world.runToEnd(answer('fresh'), { session_id, parent_message_id: null });
    expect(path(root.run.id)).toEqual([root.run.input]);
    const kept = await rows('SELECT content FROM messages WHERE run_id = $1 ORDER BY depth', [two.run.id]);
    expect(kept.map((row) => row.content)).toEqual([two.run.input, 'answer two']);
  });

  it('answers a question again without asking it again', async () => {
    const { run } = await world.runToEnd(answer('first try'));
    const [old] = await rows(`SELECT id, parent_id FROM messages WHERE run_id = $1 AND role = 'assistant'`, [run.id]);
    const more = { session_id: run.session_id, replaces_message_id: old.id };
    const again = await world.runToEnd(answer('first try'), more);
    expect(path(again.run.id)).toEqual([run.input]);
    const answers = await rows(`SELECT parent_id FROM messages WHERE session_id = $1 AND role = 'assistant'`, [
      run.session_id,
    ]);
    expect(answers.map((row) => row.parent_id)).toEqual([old.parent_id, old.parent_id]);
    const [session] = await rows('SELECT head_message_id FROM sessions WHERE id = $1', [run.session_id]);
    expect(session.head_message_id).not.toBe(old.id);
  });

  it('situation 2: sends pairs or nothing when it branches in the middle of a step', async () => {
    const calls = ['a', 'b'].map((text) => ({ name: 'test.echo', args: { text } }));
    const { run } = await world.runToEnd([{ text: 'looking', calls }, { text: 'seen' }]);
    const messages = await rows('SELECT id, role FROM messages WHERE run_id = $1 ORDER BY depth', [run.id]);
    for (const parent of messages) {
      const more = { session_id: run.session_id, parent_message_id: parent.id };
      const branch = await world.runToEnd(answer('ok'), more);
      const sent = world.requestsOf(branch.run.id)[0]?.messages ?? [];
      expect(sent.at(-1)?.role).toBe('user');
      expect(sent.filter((message) => message.role === 'tool').length % 2).toBe(0);
    }
  });

  it.each([
    ['NUL', 'a\0b', 'a\uFFFDb'],
    ['lone surrogates', 'a\uD800b\uDC00', 'a\uFFFDb\uFFFD'],
    ['emoji', '👩‍👩‍👧 ok', '👩‍👩‍👧 ok'],
  ])('survives %s in text, arguments and names', async (_what, given, kept) => {
    const calls = [
      { name: 'test.echo', args: { text: given } },
      { name: `no.${given}`, args: {} },
      { name: 'test.echo', broken: given },
    ];
    const steps = [
      { text: given, thinking: given, calls },
      { text: given, pieces: 20 },
    ];
    const { run } = await world.runToEnd(steps, { system_prompt: given });
    expect([run.status, run.tool_results[0]?.result]).toEqual(['completed', { said: kept }]);
    const [question] = await rows(`SELECT content FROM messages WHERE run_id = $1 AND role = 'user'`, [run.id]);
    expect(JSON.parse(question.content)[1].text).toBe(given);
    const [last] = await rows(`SELECT content FROM messages WHERE run_id = $1 ORDER BY depth DESC LIMIT 1`, [run.id]);
    expect(last.content).toBe(kept);
    const raw = await world.start([], { input: `${given} raw` });
    expect((await world.finish(raw.id)).run.input).toBe(`${kept} raw`);
  });

  it('carries a megabyte of text either way', async () => {
    const text = 'long words '.repeat(90_000);
    const { run, events } = await world.runToEnd([{ text, pieces: 50 }]);
    expect([run.status, run.output === text, run.input.length > 900_000]).toEqual(['completed', true, true]);
    expect(events.length).toBeLessThan(80);
  });
});
