// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { find, mount } from '../ui/mount-for-test';
import { SpanRow } from './span-row';
import type { TraceSpan } from './trace-span';

const from = Date.parse('2030-01-01T00:00:00.000Z');
const span: TraceSpan = {
  id: 'at_1',
  kind: 'attempt',
  name: 'alpha/one',
  step: 1,
  status: 'failed',
  started_at: '2030-01-01T00:00:00.000Z',
  ended_at: '2030-01-01T00:00:01.000Z',
  detail: {
    attempt: 4,
    error: { code: 'model_overloaded', message: 'busy', retryable: true },
    skipped: [
      { provider: 'beta', model: 'two', reason: 'no_images' },
      { provider: 'gamma', model: 'three', reason: 'a reason of tomorrow' },
      { provider: 'broken' },
    ],
  },
};

const show = (shown: TraceSpan) => mount(<SpanRow span={shown} from={from} until={from + 1000} />);
const summary = () => find('summary').textContent;

afterEach(() => document.body.replaceChildren());

describe('an attempt in the trace', () => {
  it('says what went wrong, which attempt it was, and who was passed over', async () => {
    await show(span);
    expect(summary()).toContain('attempt 4');
    expect(summary()).toContain('The model is overloaded.');
    expect([...document.querySelectorAll('[data-testid=trace-skipped]')].map((line) => line.textContent)).toEqual([
      'Passed over: beta/two (it cannot read images)',
      'Passed over: gamma/three (a reason of tomorrow)',
    ]);
  });

  it('says nothing more about one that went well at once', async () => {
    await show({ ...span, status: 'done', detail: { attempt: 1, error: null } });
    expect(summary()).not.toContain('attempt 1');
    expect(document.querySelector('[data-testid=trace-skipped]')).toBeNull();
  });
});
