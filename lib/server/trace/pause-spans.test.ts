import { describe, expect, it } from 'vitest';
import type { TraceAttemptRow, TraceRows } from '@/lib/db/run-trace';
import { pauseSpans } from './pause-spans';
import { TraceTexts } from './trace-text';

const origin = Date.parse('2030-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(origin + seconds * 1000);

function attempt(id: string, times: [number, number], more: Partial<TraceAttemptRow> = {}): TraceAttemptRow {
  const [from, until] = times;
  const named = { run_id: 'r', step: 1, attempt: 1, purpose: 'chat' as const, provider_id: 'alpha', model: 'one' };
  const empty = { usage: null, meta: null, first_token_at: null };
  const error = { code: 'rate_limited' as const, message: '', retryable: true };
  return { ...named, ...empty, id, status: 'failed', error, started_at: at(from), ended_at: at(until), ...more };
}

function pausesOf(attempts: readonly TraceAttemptRow[], run: Partial<TraceRows['run']> = {}) {
  const base = { phase: null, created_at: at(0), started_at: at(0), finished_at: at(60) };
  const rows = { attempts, run: { ...base, ...run } } as unknown as TraceRows;
  return pauseSpans(rows, new TraceTexts((text) => text)).map(({ kind, detail, started_at, ended_at }) => [
    'reason' in detail ? detail.reason : `${kind} until ${detail.attempt}`,
    (Date.parse(started_at) - origin) / 1000,
    ended_at === null ? null : (Date.parse(ended_at) - origin) / 1000,
  ]);
}

describe('pauseSpans', () => {
  it('tells of a run that had to wait for its turn, and of one that still does', () => {
    expect(pausesOf([], { started_at: at(5) })).toEqual([['queue', 0, 5]]);
    expect(pausesOf([], { started_at: null, finished_at: null })).toEqual([['queue', 0, null]]);
    expect(pausesOf([], { started_at: null })).toEqual([]);
    expect(pausesOf([], { started_at: at(0.4) })).toEqual([]);
  });

  it('tells of a process that was gone', () => {
    const attempts = [attempt('a', [0, 6], { status: 'abandoned' }), attempt('b', [9, 10], { status: 'done' })];
    expect(pausesOf(attempts)).toEqual([['interrupted', 6, 9]]);
    expect(pausesOf(attempts.slice(0, 1))).toEqual([]);
  });

  it('tells that a model is left alone now', () => {
    const waiting = { phase: 'retry_backoff' as const, finished_at: null };
    expect(pausesOf([attempt('a', [0, 1])], waiting)).toEqual([['backoff until 2', 1, null]]);
    expect(pausesOf([attempt('a', [0, 1])], { phase: 'retry_backoff' })).toEqual([]);
    expect(pausesOf([attempt('a', [0, 1], { status: 'done' })], waiting)).toEqual([]);
  });
});
