/** A browser opens six connections to one origin over HTTP/1.1; these many streams of all its tabs leave some free. */
const SLOTS = 4;

export type TakeStreamSlot = () => Promise<(() => void) | null>;

/** The lock's release while this tab holds it; null when another holder has it. */
function takeLock(locks: LockManager, name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    };
    locks.request(name, { ifAvailable: true }, held).catch(reject);
  });
}

/**
 * Takes one of the places for a lasting stream that the tabs of a browser share, and gives its release; null when all
 * are taken. Where a browser offers no locks, everybody has a place.
 */
export async function takeStreamSlot(
  locks: LockManager | null = globalThis.navigator?.locks ?? null,
): Promise<(() => void) | null> {
  if (locks === null) return () => undefined;
  for (let slot = 1; slot <= SLOTS; slot += 1) {
    const release = await takeLock(locks, `metona-stream-${slot}`);
    if (release !== null) return release;
  }
  return null;
}
