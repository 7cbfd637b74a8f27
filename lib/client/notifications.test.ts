import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '@/lib/ir';
import { newsBetween, watchedOf } from './notifications';
import type { SessionView } from './run-api';

const session = (id: string, more: Partial<SessionView> = {}): SessionView => ({
  id,
  title: 'A secret',
  pinned: false,
  head_message_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  active_run: null,
  last_status: null,
  unseen: false,
  open_permissions: 0,
  ...more,
});
const running = (id: string, run: string) => session(id, { active_run: { id: run, status: 'running' } });
const question = (id: string, sessionId: string) => ({ id, session_id: sessionId }) as PermissionRequest;

describe('what is worth a notification', () => {
  it('is a run that is over, by how it ended', () => {
    const before = watchedOf([running('s_1', 'r_1'), running('s_2', 'r_2'), running('s_3', 'r_3')], []);
    const now = [
      session('s_1', { last_status: 'completed' }),
      session('s_2', { last_status: 'failed' }),
      session('s_3', { last_status: 'cancelled' }),
    ];
    expect(newsBetween(before, watchedOf(now, []), now)).toEqual([
      { key: 'ended:r_1', state: 'completed', sessionId: 's_1' },
      { key: 'ended:r_2', state: 'failed', sessionId: 's_2' },
    ]);
  });

  it('is each new question once, also the second one of the same run', () => {
    const sessions = [running('s_1', 'r_1')];
    const first = watchedOf(sessions, [question('p_1', 's_1')]);
    const second = watchedOf(sessions, [question('p_2', 's_1'), question('p_1', 's_1')]);
    expect(newsBetween(watchedOf(sessions, []), first, sessions).map(({ key }) => key)).toEqual(['question:p_1']);
    expect(newsBetween(first, second, sessions).map(({ key }) => key)).toEqual(['question:p_2']);
    expect(newsBetween(second, second, sessions)).toEqual([]);
  });

  it('is nothing about a conversation that is gone', () => {
    expect(newsBetween(watchedOf([running('s_1', 'r_1')], []), watchedOf([], []), [])).toEqual([]);
  });

  it('holds nothing that was written', () => {
    const now = [session('s_1', { last_status: 'completed' })];
    const news = newsBetween(watchedOf([running('s_1', 'r_1')], []), watchedOf(now, []), now);
    expect(news).toHaveLength(1);
    expect(JSON.stringify(news)).not.toContain('secret');
  });
});
