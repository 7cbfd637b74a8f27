/** What a store needs to know about the page it is shown on. */
export interface FrameClock {
  /** Runs the task once before the next paint; a hidden page runs it when it is seen again. */
  schedule(task: () => void): void;
}

export interface Pace {
  /** ms from now until the next frame of text should be shown. */
  readonly delayMs: (now: number) => number;
  /** What a frame of text took of the main thread, from its first task to its picture. */
  readonly note: (begunAt: number, endedAt: number) => void;
}

/** Text may take so much of the time that there is; the rest is for who types, scrolls and clicks. */
const SHARE = 0.1;
/** Slower than this nobody reads with it. */
const SLOWEST_MS = 100;
/** As fast as a frame: nothing is gained by waiting. */
const QUICK_MS = 2;

/** How often text is shown: with every frame where that is cheap, less often where it is not. */
export function createPace(): Pace {
  let dueAt = 0;
  return {
    delayMs: (now) => Math.max(0, dueAt - now),
    note: (begunAt, endedAt) => {
      const cost = endedAt - begunAt;
      dueAt = cost < QUICK_MS ? 0 : begunAt + Math.min(cost / SHARE, SLOWEST_MS);
    },
  };
}

const pace = createPace();

/** Before the next paint, and with a note of what it took until it was painted. */
function runInFrame(task: () => void): void {
  requestAnimationFrame(() => {
    const begunAt = performance.now();
    task();
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      pace.note(begunAt, performance.now());
      painted.port1.close();
    };
    painted.port2.postMessage(null);
  });
}

function runWhenVisible(task: () => void): void {
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', wake);
    runInFrame(task);
  };
  document.addEventListener('visibilitychange', wake);
}

/** The browser's frames; without a page (server, tests) a task runs in the next microtask. */
export const browserFrames: FrameClock = {
  schedule(task) {
    if (typeof document === 'undefined' || typeof requestAnimationFrame === 'undefined') return queueMicrotask(task);
    const show = () => (document.visibilityState === 'visible' ? runInFrame(task) : runWhenVisible(task));
    const delay = pace.delayMs(performance.now());
    if (delay > 0) setTimeout(show, delay);
    else show();
  },
};
