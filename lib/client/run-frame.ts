/** What a store needs to know about the page it is shown on. */
export interface FrameClock {
  /** Runs the task once before the next paint; a hidden page runs it when it is seen again. */
  schedule(task: () => void): void;
}

/** The browser's frames; without a page (server, tests) a task runs in the next microtask. */
export const browserFrames: FrameClock = {
  schedule(task) {
    if (typeof document === 'undefined' || typeof requestAnimationFrame === 'undefined') {
      queueMicrotask(task);
      return;
    }
    if (document.visibilityState === 'visible') {
      requestAnimationFrame(task);
      return;
    }
    const wake = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', wake);
      requestAnimationFrame(task);
    };
    document.addEventListener('visibilitychange', wake);
  },
};
