const maxLanes = 3;

let taken = 0;
const waiting: (() => void)[] = [];

/** Waits until fewer than three workers run and takes a place; the place is given back by calling what it resolves to. */
export async function takeLane(signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  if (taken >= maxLanes) await waitForLane(signal);
  else taken += 1;
  let isLeft = false;
  return () => {
    if (isLeft) return;
    isLeft = true;
    const next = waiting.shift();
    // The place is handed on, so nobody who comes in between takes it.
    if (next) next();
    else taken -= 1;
  };
}

function waitForLane(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.push(enter);
  });
}
