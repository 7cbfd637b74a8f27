const storageKey = 'metona.palette';
const mostKept = 12;

/** The commands used last, newest first: their ids alone. */
export function readRecent(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberRecent(id: string): void {
  try {
    const next = [id, ...readRecent().filter((one) => one !== id)].slice(0, mostKept);
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing still runs the command.
  }
}
