// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SummaryTurn } from '@/lib/client/run-turns';
import { find, mount, settle } from '../ui/mount-for-test';
import { SummaryMessage } from './summary-message';

const changeSummary = vi.fn<(id: string, content: string | null) => Promise<void>>();
const actions = {
  again: vi.fn(),
  edit: vi.fn(),
  fork: vi.fn(),
  say: vi.fn(),
  stop: vi.fn(),
  goOnFrom: vi.fn(),
  openBranch: vi.fn(),
  changeSummary,
};
const turn: SummaryTurn = {
  kind: 'summary',
  id: 'sum',
  isCurrent: true,
  message: {
    id: 'sum',
    role: 'system',
    content: 'They met',
    timestamp: 0,
    parentId: 'a',
    runId: null,
    status: 'summary',
  },
};

const show = (shown: SummaryTurn) => mount(<SummaryMessage turn={shown} actions={actions} />);
const button = (text: string) => {
  const found = [...document.querySelectorAll('button')].filter((one) => one.textContent === text).at(-1);
  if (found === undefined) throw new Error(`there is no button ${text}`);
  return found;
};

beforeEach(() => {
  changeSummary.mockReset().mockResolvedValue();
  vi.stubGlobal('requestIdleCallback', () => 0);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the place where turns were folded', () => {
  it('opens to the summary, which is edited in a dialog', async () => {
    await show(turn);
    expect(document.body.textContent).not.toContain('They met');
    await settle(() => find<HTMLButtonElement>('[aria-expanded=false]').click());
    expect(document.body.textContent).toContain('They met');
    await settle(() => button('Edit the summary').click());
    await vi.waitFor(async () => {
      await settle(() => undefined);
      find('[role=dialog] textarea');
    });
    expect(find<HTMLTextAreaElement>('[role=dialog] textarea').value).toBe('They met');
    await settle(() => button('Save').click());
    expect(changeSummary).toHaveBeenCalledWith('sum', 'They met');
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('is taken back after one question', async () => {
    await show(turn);
    await settle(() => find<HTMLButtonElement>('[aria-expanded=false]').click());
    await settle(() => button('Undo the fold').click());
    expect(changeSummary).not.toHaveBeenCalled();
    await settle(() => button('Undo the fold').click());
    expect(changeSummary).toHaveBeenCalledWith('sum', null);
  });

  it('offers nothing to change once it has gone into a later one', async () => {
    await show({ ...turn, isCurrent: false });
    await settle(() => find<HTMLButtonElement>('[aria-expanded=false]').click());
    expect(document.querySelectorAll('button')).toHaveLength(1);
  });
});
