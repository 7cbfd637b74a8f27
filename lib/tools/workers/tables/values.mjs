const missing = new Set(['', 'na', 'n/a', '#n/a', 'nan', 'null', 'none', 'nil']);
const plainNumber = /^[-+]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:e[-+]?\d{1,3})?$/i;
const groupedNumber = /^[-+]?\d{1,3}(?:,\d{3}){1,12}(?:\.\d{1,40})?$/;
const leadingZero = /^[-+]?0\d/;
const date = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/;

export const isMissing = (text) => text.length <= 4 && missing.has(text.trim().toLowerCase());

/** The number a cell means, `null` where it means none; `007` is a name and no number. */
export function numberOf(cell) {
  if (cell.length > 100) return null;
  const text = cell.trim();
  if (leadingZero.test(text)) return null;
  if (!plainNumber.test(text) && !groupedNumber.test(text)) return null;
  const value = Number(text.replaceAll(',', ''));
  return Number.isFinite(value) ? value : null;
}

export function kindOf(cell) {
  const text = cell.length > 100 ? '' : cell.trim();
  const number = numberOf(text);
  if (number !== null) return Number.isSafeInteger(number) && /^[-+]?[\d,]+$/.test(text) ? 'integer' : 'number';
  if (/^(?:true|false)$/i.test(text)) return 'boolean';
  if (date.test(text)) return 'date';
  return 'text';
}

/** The kind of a column all of whose values have one of these kinds. */
export function commonKind(kinds) {
  if (kinds.size === 0) return 'empty';
  if (kinds.size === 1) return [...kinds][0];
  return [...kinds].every((kind) => kind === 'integer' || kind === 'number') ? 'number' : 'text';
}
