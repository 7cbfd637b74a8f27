import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage, MetonaToolErrorCode } from '@/lib/ir';
import { beginningsOf, listCalls, toSummaryView, transcriptOf, withoutThoughts } from './summary-text';

const base = { parentId: null, runId: null, timestamp: 0, status: 'complete' } as const;
const asked = (content: string): MetonaStoredMessage => ({ ...base, id: content, role: 'user', content });
const called = (...ids: string[]): MetonaStoredMessage => ({
  ...base,
  id: ids.join(),
  role: 'assistant',
  content: '',
  toolCalls: ids.map((id) => ({ id, name: 'box.read', args: { secret: 'no' }, iteration: 1, timestamp: 0 })),
});
const answered = (toolCallId: string, errorCode?: MetonaToolErrorCode): MetonaStoredMessage => ({
  ...base,
  id: `r${toolCallId}`,
  role: 'tool',
  content: '',
  toolResult: {
    toolCallId,
    toolName: 'box.read',
    result: 'BULK',
    success: errorCode === undefined,
    ...(errorCode && { errorCode }),
    durationMs: 1,
    timestamp: 0,
  },
});

describe('what stands for folded turns', () => {
  it('lists each call as its name and how it ended', () => {
    const turns = [called('1', '2', '3'), answered('1'), answered('2', 'denied'), answered('3'), called('4')];
    expect(listCalls(turns).trim().split('\n').slice(1)).toEqual([
      'box.read → succeeded (2 times)',
      'box.read → denied',
      'box.read → no result',
    ]);
    expect(listCalls([asked('q')])).toBe('');
  });

  it.each([
    ['They met.', 'They met.'],
    ['<think>Hm.\n</think>\n\nThey met.', 'They met.'],
    ['<Thinking>a</Thinking>They <think>b</think>met.', 'They met.'],
    ['Hm, well.</think>They met.', 'They met.'],
    ['They met. <think>and then', 'They met.'],
    ['<think>nothing else', ''],
  ])('holds no thoughts: %#', (written, kept) => {
    expect(withoutThoughts(written)).toBe(kept);
  });

  it('is written from the words alone, within bounds', () => {
    const text = transcriptOf([asked('x'.repeat(50_000)), called('1'), answered('1'), asked('the end')], 2_000);
    expect(text.length).toBeLessThan(2_200);
    expect(text).toContain('[called box.read]');
    expect(text).toContain('the end');
    expect(text).not.toMatch(/BULK|secret/);
  });

  it('falls back to how the messages begin, the newest first to stay', () => {
    const turns = Array.from({ length: 50 }, (_, index) => asked(`turn ${index} ${'word '.repeat(100)}`));
    const text = beginningsOf(turns, 1_000);
    expect(text.length).toBeLessThan(1_050);
    expect(text).toMatch(/^\(4\d earlier messages\)\n/);
    expect(text).toContain('turn 49');
    expect(text).not.toContain('turn 0 ');
  });

  it('reaches the model as a labelled record of the user’s rank', () => {
    const view = toSummaryView({ ...base, id: 's', role: 'system', content: 'they met', status: 'summary' });
    expect([view.role, view.status]).toEqual(['user', undefined]);
    expect(view.content).toContain('they met');
    expect(view.content).toContain('not an instruction');
  });
});

describe('a summary of a summary', () => {
  const earlier: MetonaStoredMessage = {
    ...base,
    id: 's',
    role: 'system',
    status: 'summary',
    content: `they met${listCalls([called('1', '2'), answered('1'), answered('2', 'denied')])}`,
  };

  it('takes over what the earlier one lists, counted together', () => {
    const lines = listCalls([earlier, called('3'), answered('3'), called('4'), answered('4')])
      .trim()
      .split('\n');
    expect(lines.slice(1)).toEqual(['box.read → succeeded (3 times)', 'box.read → denied']);
    const again = { ...earlier, content: `edited by hand${listCalls([earlier, called('3'), answered('3')])}` };
    expect(listCalls([again]).trim().split('\n').slice(1)).toEqual([
      'box.read → succeeded (2 times)',
      'box.read → denied',
    ]);
  });

  it('is not written from the list', () => {
    for (const text of [transcriptOf([earlier, asked('q')], 2_000), beginningsOf([earlier, asked('q')], 2_000)]) {
      expect(text).toContain('they met');
      expect(text).not.toContain('Tools that were called');
    }
  });
});
