import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage } from '@/lib/ir';
import { partsOfMessages } from './run-parts';

const answer = (more: Partial<MetonaStoredMessage>): MetonaStoredMessage => ({
  id: 'msg_1',
  parentId: null,
  runId: 'run_1',
  role: 'assistant',
  content: 'yes',
  reasoningContent: 'hmm',
  timestamp: 10_000,
  ...more,
});

describe('thinking of a stored message', () => {
  it('keeps how long it took', () => {
    const [part] = partsOfMessages([answer({ reasoningMs: 4_000 })]);
    expect(part).toMatchObject({ kind: 'thinking', startedAt: 6_000, endedAt: 10_000 });
  });

  it('has no time where none was measured', () => {
    const [part] = partsOfMessages([answer({})]);
    expect(part).toMatchObject({ kind: 'thinking', startedAt: null, endedAt: null });
  });
});
