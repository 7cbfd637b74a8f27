import { Window } from 'happy-dom';
import { Profiler, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEvent } from '@/lib/client/run-following';
import type { FrameClock } from '@/lib/client/run-frame';
import { createRunStore, type RunStore } from '@/lib/client/run-store';
import { type AnswerTurn, createTurnBuilder, type Turn } from '@/lib/client/run-turns';
import type { MetonaStoredMessage, RunEvent } from '@/lib/ir';

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

/** A frame passes when the test says so. */
function manualFrames(): FrameClock & { pass: () => void } {
  let tasks: (() => void)[] = [];
  return {
    schedule: (task) => void tasks.push(task),
    pass() {
      const due = tasks;
      tasks = [];
      for (const task of due) task();
    },
  };
}

function delta(seq: number, text: string): RunEvent {
  return { type: 'text_delta', delta: text, seq, requestId: 'a1', sessionId: 's', iteration: 1, timestamp: seq };
}

function message(index: number): MetonaStoredMessage {
  const role = index % 2 === 0 ? 'user' : 'assistant';
  const content = `message ${index}\n\n- with\n- a list`;
  return { id: `m${index}`, role, content, timestamp: index, parentId: null, runId: `r${Math.floor(index / 2)}` };
}

const actions = {
  again: () => undefined,
  edit: () => undefined,
  fork: () => undefined,
  say: () => undefined,
  changeSummary: () => Promise.resolve(),
  openBranch: () => Promise.resolve(),
  goOnFrom: () => undefined,
  stop: () => undefined,
};

let window: Window;

beforeEach(() => {
  window = new Window();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('self', { requestIdleCallback: () => 0, cancelIdleCallback: () => undefined });
  for (const name of globals) vi.stubGlobal(name, name === 'window' ? window : Reflect.get(window, name));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => window.happyDOM.close());

interface Mounted {
  readonly commits: Map<string, number>;
  readonly flush: (work: () => void) => void;
  readonly html: () => string;
  readonly root: HTMLElement;
}

/** Every turn in a profiler of its own, below the providers of the app. */
async function mount(turns: readonly Turn[], wrap: (turn: Turn) => ReactNode): Promise<Mounted> {
  const { act } = await import('react');
  const { createRoot } = await import('react-dom/client');
  const { Surroundings } = await import('../markdown/render-for-test');
  const commits = new Map<string, number>();
  const host = document.createElement('div');
  document.body.append(host);
  const count = (id: string) => void commits.set(id, (commits.get(id) ?? 0) + 1);
  await act(async () => {
    createRoot(host).render(
      <Surroundings>
        {turns.map((turn) => (
          <Profiler key={turn.id} id={turn.id} onRender={count}>
            {wrap(turn)}
          </Profiler>
        ))}
      </Surroundings>,
    );
  });
  commits.clear();
  return { commits, flush: (work) => act(work), html: () => host.innerHTML, root: host };
}

function conversation(store: RunStore): readonly Turn[] {
  const messages = Array.from({ length: 40 }, (_, index) => message(index));
  const question = { ...message(40), runId: 'live' };
  const sources = { live: new Map([['live', store]]), runs: new Map(), lastRunId: 'live' };
  return createTurnBuilder().build({ ...sources, messages: [...messages, question] });
}

describe('an answer that arrives in 1,000 pieces', () => {
  it('renders no earlier message again and at most once per frame', async () => {
    const { Answer } = await import('./answer');
    const { UserMessage } = await import('./user-message');
    const frames = manualFrames();
    const store = createRunStore('live', frames);
    const turns = conversation(store);
    expect(turns).toHaveLength(42);
    const { commits, flush, html } = await mount(turns, (turn) =>
      turn.kind === 'user' ? (
        <UserMessage turn={turn} actions={actions} />
      ) : (
        <Answer turn={turn as AnswerTurn} actions={actions} />
      ),
    );
    applyEvent(store, { ...delta(0, 'x'), type: 'phase', phase: 'calling_model' } as RunEvent);
    let passed = 0;
    for (let seq = 1; seq <= 1000; seq += 1) {
      flush(() => applyEvent(store, delta(seq, seq % 20 === 0 ? '\n\n' : `word${seq} `)));
      if (seq % 4 !== 0) continue;
      flush(frames.pass);
      passed += 1;
    }
    expect(html()).toContain('word999');
    expect([...commits.keys()]).toEqual(['answer:live']);
    expect(commits.get('answer:live')).toBeLessThanOrEqual(passed + 1);
  });

  it('touches only the open block in each frame', async () => {
    const { Answer } = await import('./answer');
    const frames = manualFrames();
    const store = createRunStore('live', frames);
    const turn = conversation(store).at(-1) as AnswerTurn;
    const { flush, root } = await mount([turn], () => <Answer turn={turn} actions={actions} />);
    let seq = 1;
    const say = (text: string) => {
      flush(() => applyEvent(store, delta(seq, text)));
      flush(frames.pass);
      seq += 1;
    };
    for (let index = 0; index < 50; index += 1) say(`paragraph ${index}\n\n`);
    say('```ts\n');
    for (let index = 0; index < 200; index += 1) say(`const line${index} = ${index};\n`);

    const changed = new Set<Node>();
    const observer = new MutationObserver((records) => {
      for (const record of records) changed.add(record.target);
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    say('const last = true;\n');
    await new Promise((resolve) => setTimeout(resolve, 5));
    observer.disconnect();

    expect(changed.size).toBeGreaterThan(0);
    expect(changed.size).toBeLessThanOrEqual(3);
    for (const node of changed) expect(node.textContent?.length ?? 0).toBeLessThan(1500);
  });
});
