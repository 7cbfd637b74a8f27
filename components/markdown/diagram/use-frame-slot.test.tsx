import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFrameSlot } from './use-frame-slot';

const globals = ['window', 'document', 'HTMLElement', 'Node', 'Element', 'Event', 'navigator'] as const;

let window: Window;

beforeEach(() => {
  window = new Window();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  for (const name of globals) vi.stubGlobal(name, name === 'window' ? window : Reflect.get(window, name));
});

afterEach(() => window.happyDOM.close());

function Slot({ isWanted }: { isWanted: boolean }) {
  return <i>{useFrameSlot(isWanted)}</i>;
}

describe('places for frames', () => {
  it('are forty on a page, and free again when they are left', async () => {
    const { act } = await import('react');
    const { createRoot } = await import('react-dom/client');
    const host = document.createElement('div');
    const root = createRoot(host);
    const show = (count: number, from = 0) =>
      act(async () => root.render(Array.from({ length: count }, (_, at) => <Slot key={from + at} isWanted />)));
    const said = (slot: string) => [...host.querySelectorAll('i')].filter(({ textContent }) => textContent === slot);
    await show(45);
    expect([said('taken').length, said('full').length]).toEqual([40, 5]);
    await show(0);
    await show(3, 100);
    expect(said('taken')).toHaveLength(3);
    await act(async () => root.render(<Slot isWanted={false} />));
    expect(said('none')).toHaveLength(1);
    await act(async () => root.unmount());
  });
});
