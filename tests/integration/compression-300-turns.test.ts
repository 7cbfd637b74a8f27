import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetonaError, MetonaMessage, MetonaRequest, RunEvent } from '@/lib/ir';
import { readEvents } from '../support/agent';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { ScriptedModel, type ScriptedStep } from '../support/scripted-model';

const TURNS = 300;
const WINDOW = 8_000;
/** It takes some seconds; a machine that does much else needs longer. */
const LIMIT_MS = 240_000;
const FACT = /FACT-\d+/g;
const system_prompt = {
  roleDefinition: 'You keep the log of a ship.',
  outputConstraints: 'Answer in one line.',
  safetyGuidelines: 'Never invent a position.',
};
const free = { inputTokens: 0, outputTokens: 0 };
const refusal = (code: MetonaError['code'], message: string): ScriptedStep => ({
  fails: { code, message, retryable: false },
});
const isSummary = (request: MetonaRequest) => request.messages[0]?.content.startsWith('Shorten this conversation.');

/** Word pieces of at most six letters, and every sign: another count than the runtime's own. */
function countTokens(text: string): number {
  const pieces = text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
  return pieces.reduce((sum, piece) => sum + Math.ceil(piece.length / 6), 0);
}

function textOf(message: MetonaMessage): string {
  const { content, reasoningContent = '', toolCalls = [], toolResult } = message;
  const calls = toolCalls.map((call) => `${call.name} ${JSON.stringify(call.args)}`);
  return [content, reasoningContent, ...calls, toolResult?.summary ?? toolResult?.error ?? ''].join('\n');
}

/** What a strict provider says against a history; null when it accepts it. */
function objection(request: MetonaRequest): ScriptedStep | null {
  let open: string[] = [];
  const seen = new Set<string>();
  for (const message of request.messages) {
    if (message.role === 'tool') {
      if (message.toolResult?.toolCallId !== open.shift()) return refusal('invalid_request', 'a result out of place');
      continue;
    }
    if (open.length > 0) return refusal('invalid_request', `a ${message.role} message before the results`);
    if (textOf(message).trim() === '') return refusal('invalid_request', 'an empty message');
    open = (message.toolCalls ?? []).map((call) => call.id);
    if (open.some((id) => seen.has(id))) return refusal('invalid_request', 'an id used twice');
    for (const id of open) seen.add(id);
  }
  if (open.length > 0) return refusal('invalid_request', 'calls without results');
  if (request.messages[0]?.role !== 'user') return refusal('invalid_request', 'it does not begin with the user');
  const sent = [
    ...Object.values(request.systemPrompt),
    JSON.stringify(request.tools ?? []),
    ...request.messages.map(textOf),
  ];
  const tokens = countTokens(sent.join('\n'));
  return tokens > WINDOW ? refusal('context_length_exceeded', `${tokens} tokens`) : null;
}

/** Keeps the facts it is told, as a careful model would. */
function shorten(request: MetonaRequest): ScriptedStep {
  const facts = new Set(textOf(request.messages[0] as MetonaMessage).match(FACT));
  return { text: `They sailed on. ${[...facts].join(' ')}`, usage: free };
}

function answer(request: MetonaRequest): ScriptedStep {
  const asked = request.messages.findLast((message) => message.role === 'user')?.content ?? '';
  if (request.meta.iteration > 1 || !asked.includes('look it up')) {
    return { text: `Noted. ${'wind and water '.repeat(25)}`, usage: free };
  }
  const call = (text: string) => ({ name: 'test.echo', args: { text } });
  return { text: 'Looking.', thinking: 'Where is it?', calls: [call('north'), call('south '.repeat(60))], usage: free };
}

describe('a conversation of three hundred turns', () => {
  let world: World;
  const objections: ScriptedStep[] = [];

  beforeAll(async () => {
    const model = new ScriptedModel((request) => {
      const refused = objection(request);
      if (refused) objections.push(refused);
      return refused ?? (isSummary(request) ? shorten(request) : answer(request));
    });
    Object.assign(model, { getContextWindow: () => WINDOW });
    world = await createWorld({ model });
  });
  afterAll(() => world.close());

  const say = async (turn: number, session: string | undefined): Promise<{ session: string; events: RunEvent[] }> => {
    const wish = turn % 5 === 0 ? 'Please look it up.' : 'Write it down.';
    const fact = turn % 50 === 1 ? `FACT-${turn} ` : '';
    const input = `${fact}Day ${turn}. ${wish} ${'Waves came over the bow all day. '.repeat(12)}`;
    const place = session === undefined ? {} : { session_id: session };
    const run = await world.start([], { input, system_prompt, allowed_tools: ['test.echo'], ...place });
    return { session: run.session_id, events: await readEvents(world.agent, { userId: USER, runId: run.id }) };
  };

  it(
    'situation 81: goes on in a window of 8,000 tokens, with the system prompt whole and pairs kept',
    async () => {
      let session: string | undefined;
      let folds = 0;
      const perTurn: number[] = [];
      for (let turn = 1; turn <= TURNS; turn += 1) {
        const said = await say(turn, session);
        session = said.session;
        expect([turn, said.events.at(-1)?.type]).toEqual([turn, 'run_completed']);
        const compressed = ofType(said.events, 'context_compressed');
        for (const { beforeTokens, afterTokens } of compressed) expect(afterTokens).toBeLessThan(beforeTokens);
        folds += compressed.length;
        perTurn.push(compressed.length);
      }
      expect(objections).toEqual([]);
      expect([folds > 5, folds < 60, Math.max(...perTurn)]).toEqual([true, true, 1]);
      const chats = world.model.requests.filter((request) => !isSummary(request));
      expect(chats.length).toBe(TURNS * 1.2);
      for (const request of chats) expect(request.systemPrompt).toEqual(system_prompt);
      const last = chats.at(-1)?.messages ?? [];
      const remembered = new Set(last.map(textOf).join('\n').match(FACT));
      expect([...remembered]).toEqual(['FACT-1', 'FACT-51', 'FACT-101', 'FACT-151', 'FACT-201', 'FACT-251']);
      expect(textOf(last[0] as MetonaMessage)).toMatch(/test\.echo → succeeded \(\d{2,} times\)/);
      const { rows } = await world.database.pool.query(
        'SELECT count(*)::int AS n FROM messages WHERE session_id = $1',
        [session],
      );
      expect(rows[0].n).toBe(TURNS * 2 + (TURNS / 5) * 3 + folds);
    },
    LIMIT_MS,
  );
});
