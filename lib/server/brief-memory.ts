import 'server-only';

const usualLifeMs = 1_000;
/** Of what administrators change once in a while, and what no single decision rests on. */
export const rarelyChangedMs = 30_000;
const maxEntries = 1_000;

/** What was read lately, for those who may see it as it was up to a second ago. */
export interface BriefMemory<Value> {
  /** Reads unless it was read just now, or is being read. */
  recall(key: string, read: () => Promise<Value>): Promise<Value>;
  /** Reads, and remembers that. */
  renew(key: string, read: () => Promise<Value>): Promise<Value>;
  /** Runs a write of this process: whoever recalls afterwards sees it. */
  around<Result>(key: string, write: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes a request and the run it starts read a thing once. Not for who may do what: that is read when it is asked. Writes
 * of other processes are seen once its life is over, as a rule after a second.
 */
export function createBriefMemory<Value>(
  now: () => number = () => performance.now(),
  lifeMs = usualLifeMs,
): BriefMemory<Value> {
  const entries = new Map<string, { value: Promise<Value>; at: number }>();

  const renew = (key: string, read: () => Promise<Value>): Promise<Value> => {
    const entry = { value: read(), at: now() };
    entries.delete(key);
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    const oldest = entries.keys().next().value;
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return entry.value;
  };

  return {
    renew,
    recall(key, read) {
      const known = entries.get(key);
      return known && now() - known.at < lifeMs ? known.value : renew(key, read);
    },
    async around(key, write) {
      try {
        return await write();
      } finally {
        entries.delete(key);
      }
    },
  };
}
