const replacement = '[redacted]';
const shortestSecret = 6;

/** Redacts text that arrives in pieces; what could be the start of a secret is held back until it is decided. */
export interface StreamRedaction {
  write(text: string): string;
  flush(): string;
}

/** Removes one provider's key from whatever that provider says. */
export interface KeyRedaction {
  text(value: string): string;
  stream(): StreamRedaction;
}

function formsOf(secret: string): string[] {
  const forms = new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]);
  return [...forms].sort((left, right) => right.length - left.length);
}

function replaceForms(text: string, forms: readonly string[]): string {
  let clean = text;
  for (const form of forms) {
    if (clean.includes(form)) clean = clean.replaceAll(form, replacement);
  }
  return clean;
}

/** Where the longest tail begins that is also a beginning of a secret; the length of the text when there is none. */
function heldFrom(text: string, forms: readonly string[]): number {
  let from = text.length;
  for (const form of forms) {
    const first = form.charAt(0);
    let at = text.indexOf(first, Math.max(0, text.length - form.length + 1));
    while (at !== -1 && at < from) {
      if (form.startsWith(text.slice(at))) from = at;
      else at = text.indexOf(first, at + 1);
    }
  }
  return from;
}

function redactStream(forms: readonly string[]): StreamRedaction {
  let held = '';
  return {
    write(text) {
      const clean = replaceForms(held + text, forms);
      const from = heldFrom(clean, forms);
      held = clean.slice(from);
      return clean.slice(0, from);
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

const passThrough: StreamRedaction = { write: (text) => text, flush: () => '' };

/** Without a key, or with one too short to be told from ordinary words, nothing is changed. */
export function createKeyRedaction(apiKey: string | undefined): KeyRedaction {
  if (apiKey === undefined || apiKey.length < shortestSecret)
    return { text: (value) => value, stream: () => passThrough };
  const forms = formsOf(apiKey);
  return { text: (value) => replaceForms(value, forms), stream: () => redactStream(forms) };
}
