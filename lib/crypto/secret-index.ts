import { MIN_SECRET_LENGTH, secretForms } from './secret-forms';

export const REDACTED = '[redacted]';

export interface SecretIndex {
  add(secret: string): void;
  /**
   * The text with every secret replaced, the leftmost and longest first. Unless `isEnd`, the end of the text that more
   * text could turn into a secret is kept back as `rest`, which is always shorter than the longest form of a secret.
   */
  replace(text: string, isEnd: boolean): { readonly text: string; readonly rest: string };
}

type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'open' }
  | { readonly kind: 'secret'; readonly length: number };
const NONE: Found = { kind: 'none' };
const OPEN: Found = { kind: 'open' };

/** Finds any number of secrets in one pass: a text costs the same whether one is known or thousands. */
export function createSecretIndex(): SecretIndex {
  // Longest first, so that a secret that begins with another one is found whole.
  const formsByStart = new Map<string, string[]>();
  const starts = new Set<string>();

  const addForm = (form: string) => {
    const start = form.slice(0, MIN_SECRET_LENGTH);
    const forms = formsByStart.get(start) ?? [];
    if (forms.includes(form)) return;
    forms.push(form);
    forms.sort((left, right) => right.length - left.length);
    formsByStart.set(start, forms);
    for (let length = 1; length <= start.length; length += 1) starts.add(start.slice(0, length));
  };

  const findAt = (text: string, position: number, isEnd: boolean): Found => {
    if (!starts.has(text.charAt(position))) return NONE;
    const start = text.slice(position, position + MIN_SECRET_LENGTH);
    if (start.length < MIN_SECRET_LENGTH) return !isEnd && starts.has(start) ? OPEN : NONE;
    const remaining = text.length - position;
    for (const form of formsByStart.get(start) ?? []) {
      if (form.length <= remaining) {
        if (text.startsWith(form, position)) return { kind: 'secret', length: form.length };
      } else if (!isEnd && form.startsWith(text.slice(position))) return OPEN;
    }
    return NONE;
  };

  return {
    add: (secret) => {
      for (const form of secretForms(secret)) addForm(form);
    },
    replace(text, isEnd) {
      let clean = '';
      let copied = 0;
      let position = 0;
      while (position < text.length) {
        const found = findAt(text, position, isEnd);
        if (found.kind === 'open') return { text: clean + text.slice(copied, position), rest: text.slice(position) };
        if (found.kind === 'secret') {
          clean += text.slice(copied, position) + REDACTED;
          position += found.length;
          copied = position;
        } else position += 1;
      }
      return { text: clean + text.slice(copied), rest: '' };
    },
  };
}
