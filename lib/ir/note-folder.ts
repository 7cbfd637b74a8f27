import { normalisePath, type WorkspacePathCheck } from './workspace-path';

/** Characters; what is longer is refused wherever a note is written. */
export const noteLimits = { titleChars: 200, contentChars: 200_000 } as const;

/**
 * The one spelling of a folder of notes: names joined by `/`, `''` for none. The rules are those of paths in a
 * workspace: nothing leads upwards, nothing is hidden, nothing is absolute.
 */
export function normaliseFolder(given: string): WorkspacePathCheck {
  return given.trim() === '' ? { ok: true, path: '' } : normalisePath(given);
}

/** The folders around a folder, the outermost first, itself last; none for `''`. */
export function folderLineOf(folder: string): string[] {
  if (folder === '') return [];
  const names = folder.split('/');
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}
