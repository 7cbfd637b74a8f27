import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const renders = vi.hoisted(() => ({ formula: 0, code: 0 }));

vi.mock('./math/formula', async () => {
  const { memo } = await import('react');
  return {
    Formula: memo(function Formula({ tex }: { tex: string; isDisplay: boolean }) {
      renders.formula += 1;
      return tex;
    }),
  };
});

vi.mock('./code/code-view', () => ({
  CodeView: () => {
    renders.code += 1;
    return null;
  },
}));

const globals = [
  'window',
  'document',
  'HTMLElement',
  'Node',
  'Element',
  'Event',
  'MutationObserver',
  'navigator',
] as const;

let window: Window;

beforeEach(() => {
  window = new Window();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  for (const name of globals) vi.stubGlobal(name, name === 'window' ? window : Reflect.get(window, name));
});

afterEach(() => window.happyDOM.close());

const part = `A formula $x_~$ and \\(y_~\\) with a note[^~].

$$
z_~ = \\frac{1}{2}
$$

\`\`\`ts
const a = ~;
const b = ~;
\`\`\`

[^~]: What there is to say of it.

`;

/** Renders a text token by token and counts what was rendered. */
async function stream(text: string): Promise<{ pieces: number; html: string }> {
  const { act } = await import('react');
  const { createRoot } = await import('react-dom/client');
  const { Markdown } = await import('./markdown');
  const { Surroundings } = await import('./render-for-test');
  const source = { chunks: [] as string[], closed: false };
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const host = document.createElement('div');
  await act(async () =>
    createRoot(host).render(
      <Surroundings>
        <Markdown source={source} subscribe={subscribe} />
      </Surroundings>,
    ),
  );
  const pieces = text.match(/\s*\S{1,5}/g) ?? [];
  for (const piece of pieces) {
    source.chunks.push(piece);
    await act(async () => {
      for (const listener of [...listeners]) listener();
    });
  }
  source.closed = true;
  await act(async () => {
    for (const listener of [...listeners]) listener();
  });
  return { pieces: pieces.length, html: host.innerHTML };
}

describe('formulas, notes and code of a growing text', () => {
  it('are rendered when they change, whatever comes after them', async () => {
    const parts = 30;
    const text = Array.from({ length: parts }, (_, at) => part.replaceAll('~', String(at))).join('');
    const { pieces, html } = await stream(text);
    expect(pieces).toBeGreaterThan(1000);
    expect(html.match(/data-footnote-reference=/g)).toHaveLength(parts);
    // Once where it arrives, and once more where its block is settled behind the one before it.
    expect(renders.formula).toBeLessThanOrEqual(2 * 3 * parts);
    // Two short lines of code are some ten pieces, and its end.
    expect(renders.code).toBeLessThan(14 * parts);
  });
});
