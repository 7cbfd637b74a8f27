/** Longest path, and longest name of a file or folder, in bytes of UTF-8. */
export const workspacePathLimits = { pathBytes: 400, nameBytes: 200, depth: 16 } as const;

/** Why a path is refused. */
export type WorkspacePathFlaw =
  | 'empty'
  | 'not_relative'
  | 'leaves_workspace'
  | 'forbidden_character'
  | 'reserved_name'
  | 'too_long';

export type WorkspacePathCheck =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly flaw: WorkspacePathFlaw };

/** Controls, what is shown as nothing, what turns the direction of text, separators that merely look like `/`. */
const forbidden =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}\p{Cs}\u2044\u2215\u29f8\uff0f\uff3c\u2024-\u2026\u3002\uff0e\uff61]/u;
const forbiddenInNames = /[<>:"|?*]/;
const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])(\.|$)/i;

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength;
const refuse = (flaw: WorkspacePathFlaw): WorkspacePathCheck => ({ ok: false, flaw });

function flawOfName(name: string): WorkspacePathFlaw | null {
  if (name === '..') return 'leaves_workspace';
  if (forbiddenInNames.test(name)) return 'forbidden_character';
  // Some systems drop these and would make two names one.
  if (/[. ]$|^ /.test(name)) return 'reserved_name';
  if (device.test(name)) return 'reserved_name';
  return bytesOf(name) > workspacePathLimits.nameBytes ? 'too_long' : null;
}

/**
 * The one spelling of a path inside a workspace: relative, `/` between names, composed Unicode (NFC), no `.` and no empty
 * names. Nothing is ever resolved upwards: a path with `..` is refused, not shortened. Pure; applied again to its own
 * answer it changes nothing.
 */
export function normalisePath(given: string): WorkspacePathCheck {
  if (given.length > workspacePathLimits.pathBytes * 4) return refuse('too_long');
  if (!given.isWellFormed()) return refuse('forbidden_character');
  const text = given.normalize('NFC');
  if (text.trim() === '') return refuse('empty');
  if (text.includes('\\') || forbidden.test(text)) return refuse('forbidden_character');
  if (text.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(text)) return refuse('not_relative');
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length === 0) return refuse('empty');
  if (names[0]?.startsWith('~')) return refuse('not_relative');
  for (const name of names) {
    const flaw = flawOfName(name);
    if (flaw !== null) return refuse(flaw);
  }
  const path = names.join('/');
  const isLong = bytesOf(path) > workspacePathLimits.pathBytes || names.length > workspacePathLimits.depth;
  return isLong ? refuse('too_long') : { ok: true, path };
}
