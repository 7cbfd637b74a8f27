/** After a failure it is asked for again, but not at once: a page without its server must not ask forever. */
const restMs = 3000;

/** Asked for when it is first wanted, and null while it cannot be had: a press that needs it then does nothing. */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T | null> {
  let asked: Promise<T | null> | null = null;
  return () => {
    asked ??= load().catch(() => {
      setTimeout(() => {
        asked = null;
      }, restMs);
      return null;
    });
    return asked;
  };
}
