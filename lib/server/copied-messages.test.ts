import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage } from '@/lib/ir';
import { cutAt, dropUnpaired, rechain, renewCallIds } from './copied-messages';

const call = (id: string) => ({ id, name: 'math.add', args: {}, iteration: 1, timestamp: 1 });
const base = { timestamp: 1, parentId: null, runId: 'run_1' };
const user = (id: string): MetonaStoredMessage => ({ ...base, id, role: 'user', content: id });
const assistant = (id: string, calls: string[], content = ''): MetonaStoredMessage => ({
  ...base,
  id,
  role: 'assistant',
  content,
  toolCalls: calls.map(call),
});
const tool = (id: string, callId: string): MetonaStoredMessage => ({
  ...base,
  id,
  role: 'tool',
  content: '3',
  toolResult: { toolCallId: callId, toolName: 'math.add', result: 3, success: true, durationMs: 1, timestamp: 1 },
});
const ids = (messages: readonly { id?: string | undefined }[]) => messages.map((message) => message.id);

describe('cutAt', () => {
  const path = [user('m1'), assistant('m2', ['a', 'b']), tool('m3', 'a'), tool('m4', 'b'), assistant('m5', [], 'done')];

  it('goes on through the results of the chosen message, from anywhere among them', () => {
    expect(ids(cutAt(path, 'm2'))).toEqual(['m1', 'm2', 'm3', 'm4']);
    expect(ids(cutAt(path, 'm3'))).toEqual(['m1', 'm2', 'm3', 'm4']);
    expect(ids(cutAt(path, 'm1'))).toEqual(['m1']);
    expect(cutAt(path, 'm9')).toEqual([]);
  });
});

describe('dropUnpaired', () => {
  it('leaves complete conversations alone', () => {
    const whole = [user('m1'), assistant('m2', ['a']), tool('m3', 'a')];
    expect(dropUnpaired(whole)).toEqual(whole);
  });

  it('takes out calls without result, results without call, and messages that held nothing else', () => {
    const kept = dropUnpaired([
      tool('m0', 'z'),
      user('m1'),
      assistant('m2', ['a', 'b'], 'text'),
      tool('m3', 'b'),
      assistant('m4', ['c']),
    ]);
    expect(ids(kept)).toEqual(['m1', 'm2', 'm3']);
    expect(kept[1]?.toolCalls?.map(({ id }) => id)).toEqual(['b']);
  });

  it('keeps one result of a call', () => {
    expect(ids(dropUnpaired([assistant('m1', ['a']), tool('m2', 'a'), tool('m3', 'a')]))).toEqual(['m1', 'm2']);
  });
});

describe('rechain and renewCallIds', () => {
  it('give new ids that still belong together', () => {
    let count = 0;
    const newId = (prefix: string) => `${prefix}_${++count}`;
    const copies = rechain(renewCallIds([user('m1'), assistant('m2', ['a']), tool('m3', 'a')], newId), newId);
    expect(copies.map(({ parentId }) => parentId)).toEqual([null, copies[0]?.id, copies[1]?.id]);
    expect(copies.every(({ runId }) => runId === null)).toBe(true);
    expect(copies[1]?.toolCalls?.[0]?.id).toBe('tc_1');
    expect(copies[2]?.toolResult?.toolCallId).toBe('tc_1');
  });
});
