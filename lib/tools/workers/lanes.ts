export interface Lane {
  /** Whose work it is: nobody gets so many places that others get none. */
  readonly userId: string;
  readonly signal: AbortSignal;
}

export interface Lanes {
  /** Waits for a place; it is given back by calling what this resolves to. Rejects with the reason of the signal. */
  take(lane: Lane): Promise<() => void>;
}

/**
 * A few places for many users. Those who wait are let in by turns, one of each user, and no user holds more than
 * `perUser`: with fewer of these than places there is always a way in for somebody else.
 */
export function createLanes({ places, perUser }: { places: number; perUser: number }): Lanes {
  const held = new Map<string, number>();
  /** The users in the order of their turns, each with his own queue. */
  const queues = new Map<string, (() => void)[]>();
  let taken = 0;

  const heldBy = (userId: string) => held.get(userId) ?? 0;
  const mayEnter = (userId: string) => taken < places && heldBy(userId) < perUser;

  function enter(userId: string): void {
    taken += 1;
    held.set(userId, heldBy(userId) + 1);
  }

  function leave(userId: string): void {
    taken -= 1;
    const left = heldBy(userId) - 1;
    if (left > 0) held.set(userId, left);
    else held.delete(userId);
    admit();
  }

  /** The place is handed on, so nobody who comes in between takes it. */
  function admit(): void {
    for (let next = nextUser(); next !== undefined; next = nextUser()) {
      const [start, ...later] = queues.get(next) ?? [];
      queues.delete(next);
      if (later.length > 0) queues.set(next, later);
      enter(next);
      start?.();
    }
  }

  const nextUser = () => [...queues.keys()].find(mayEnter);

  function wait({ userId, signal }: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        const left = (queues.get(userId) ?? []).filter((one) => one !== start);
        if (left.length > 0) queues.set(userId, left);
        else queues.delete(userId);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queues.set(userId, [...(queues.get(userId) ?? []), start]);
    });
  }

  return {
    async take(lane) {
      lane.signal.throwIfAborted();
      if (mayEnter(lane.userId)) enter(lane.userId);
      else await wait(lane);
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        leave(lane.userId);
      };
    },
  };
}
