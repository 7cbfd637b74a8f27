import { createSecretIndex, REDACTED } from './secret-index';

export interface Redactor {
  /** Hides this exact text, and its URL-encoded, JSON and base64 forms, from now on. */
  register(secret: string): void;
  /** Exact secrets first, then whatever looks like a key. For logs, errors and traces. */
  redact(text: string): string;
}

// A literal start and a run of characters that cannot contain another start: linear on any text.
const KEY_SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk|xai|gsk)-[\w-]{16,}/g,
  /\b(?:mtn|sk|gsk|hf|ghp|gho|ghu|ghs|ghr|github_pat)_[A-Za-z0-9_]{20,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\bxox[abeprs]-[\w-]{10,}/g,
  /\beyJ[\w-]{10,2048}\.[\w-]{10,4096}\.[\w-]{10,1024}/g,
];
const AUTHORIZATION = /\b(Bearer|Basic) {1,4}[\w.~+/=-]{8,}/gi;
const KEY_HEADER = /\b(x-api-key|api-key|apikey|api_key)("?[ :=]{1,4}"?)[\w.~+/=-]{8,}/gi;

export function createRedactor(): Redactor {
  const index = createSecretIndex();
  return {
    register: index.add,
    redact(text) {
      const exact = index.replace(text, true).text;
      const shaped = KEY_SHAPES.reduce((clean, shape) => clean.replace(shape, REDACTED), exact);
      return shaped.replace(AUTHORIZATION, `$1 ${REDACTED}`).replace(KEY_HEADER, `$1$2${REDACTED}`);
    },
  };
}

export interface StreamRedactor {
  /** The part of the text so far that can be shown. */
  push(text: string): string;
  /** What was held back, at the end of the stream. */
  flush(): string;
}

/**
 * Hides the given secrets in text that comes in deltas, also where one is split over them. Only text that could be the
 * beginning of a secret waits, never more than the longest form of one.
 */
export function createStreamRedactor(secrets: Iterable<string>): StreamRedactor {
  const index = createSecretIndex();
  for (const secret of secrets) index.add(secret);
  let held = '';
  return {
    push(text) {
      const result = index.replace(held + text, false);
      held = result.rest;
      return result.text;
    },
    flush() {
      const { text } = index.replace(held, true);
      held = '';
      return text;
    },
  };
}

/** What may be shown of a stored key: its last four characters, and nothing of a short one. */
export function lastFour(secret: string): string | null {
  return secret.length >= 16 ? secret.slice(-4) : null;
}
