/**
 * Characters that can hide or reorder what a person decides about: controls, bidi marks, zero-width ones, tags. Tabs and
 * line breaks are what they seem.
 */
const hidden = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text in pieces: what reads as it is, and what must be shown by its code. */
export interface TextPiece {
  readonly at: number;
  readonly text: string;
  readonly isHidden: boolean;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export function splitHidden(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > at) pieces.push({ at, text: text.slice(at, match.index), isHidden: false });
    pieces.push({ at: match.index, text: codeOf(match[0]), isHidden: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), isHidden: false });
  return pieces;
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** The same with escapes, where text has to stay text: in JSON that a person edits. */
export function escapeHidden(json: string): string {
  return json.replace(hidden, escapeUnits);
}

/** One line of it, for places that have room for no more. */
export function revealLine(text: string): string {
  return splitHidden(text.replace(/\s+/g, ' '))
    .map((piece) => piece.text)
    .join('');
}
