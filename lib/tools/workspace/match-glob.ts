/** `*` and `?` within one name; the last `*` is the only one ever gone back to, so the work is bounded by the product. */
function matchName(pattern: string, name: string): boolean {
  let [at, from, star, retry] = [0, 0, -1, 0];
  while (from < name.length) {
    if (pattern[at] === '*') {
      star = at;
      retry = from;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[from])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      retry += 1;
      at = star + 1;
      from = retry;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/**
 * Whether a path fits a pattern: `*` and `?` within a name, `**` for any number of folders. A pattern without a slash is
 * about the name alone, wherever the file lies.
 */
export function matchGlob(pattern: string, path: string): boolean {
  const names = path.split('/');
  if (!pattern.includes('/')) return matchName(pattern, names.at(-1) ?? '');
  const parts = pattern.replace(/^\.?\//, '').split('/');
  // reachable[n]: what came before in the pattern fits the first n names.
  let reachable = names.map(() => false);
  reachable = [true, ...reachable];
  for (const part of parts) {
    const next = reachable.map(() => false);
    for (let n = 0; n <= names.length; n += 1) {
      if (part === '**') next[n] = reachable[n] === true || (n > 0 && next[n - 1] === true);
      else if (n > 0) next[n] = reachable[n - 1] === true && matchName(part, names[n - 1] ?? '');
    }
    reachable = next;
  }
  return reachable[names.length] === true;
}
