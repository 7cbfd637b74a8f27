import { createRedactor, createStreamRedactor, type StreamRedactor } from '@/lib/crypto/redact';

/** Removes one provider's key from whatever that provider says. */
export interface KeyRedaction {
  /** For whole texts, errors above all: hides whatever looks like a key besides. */
  text(value: string): string;
  /** For text in pieces; what could be the start of the key is held back until it is decided. */
  stream(): StreamRedactor;
}

const passThrough: StreamRedactor = { push: (text) => text, flush: () => '' };

export function createKeyRedaction(apiKey: string | undefined): KeyRedaction {
  const redactor = createRedactor();
  if (!apiKey) return { text: redactor.redact, stream: () => passThrough };
  redactor.register(apiKey);
  return { text: redactor.redact, stream: () => createStreamRedactor([apiKey]) };
}
