import 'server-only';

/** Changes come in bursts: the last of them is waited for. */
const quietMs = 2_000;
/** When the job could not be asked for: it runs already, or jobs are not up yet. Beyond these tries the schedule does it. */
const againMs = 10_000;
const maxTries = 6;

export interface RequestDependencies {
  /** Has the job done soon; false when it was not accepted. */
  readonly send: (userId: string) => Promise<boolean>;
  readonly quietMs?: number;
}

/** Asks for an update of a user's index once his changes have come to rest. Never throws and keeps no process alive. */
export function createIndexRequests({ send, quietMs: quiet = quietMs }: RequestDependencies) {
  const timers = new Map<string, NodeJS.Timeout>();
  const plan = (userId: string, ms: number, tries: number) => {
    clearTimeout(timers.get(userId));
    const timer = setTimeout(() => void ask(userId, tries), ms);
    timers.set(userId, timer.unref());
  };
  const ask = async (userId: string, tries: number) => {
    timers.delete(userId);
    const isAccepted = await send(userId).catch(() => false);
    if (!isAccepted && tries < maxTries && !timers.has(userId)) plan(userId, againMs, tries + 1);
  };
  return (userId: string): void => plan(userId, quiet, 1);
}

type Method<Result> = (userId: string, ...rest: never[]) => Promise<Result>;

/** The store, which also tells whose things it has changed; the first argument of each named method is the user. */
export function tellChanges<Store extends object>(
  store: Store,
  names: readonly { [Name in keyof Store]: Store[Name] extends Method<unknown> ? Name : never }[keyof Store][],
  changed: (userId: string) => void,
): Store {
  const told = names.map((name) => {
    const method = store[name] as Method<unknown>;
    const telling: Method<unknown> = async (userId, ...rest) => {
      const result = await method(userId, ...rest);
      changed(userId);
      return result;
    };
    return [name, telling] as const;
  });
  return { ...store, ...Object.fromEntries(told) };
}
