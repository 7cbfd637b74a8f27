/** What a provider said about a failure, in whatever form it said it. */
export interface ErrorDetails {
  readonly message?: string;
  readonly type?: string;
  readonly code?: string;
}

type Fields = Record<string, unknown>;
const longestMessage = 500;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function word(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function firstMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return word(value);
  if (Array.isArray(value)) {
    const parts = value.map((item) => (isFields(item) ? firstMessage(item.msg ?? item.message) : firstMessage(item)));
    return word(parts.filter((part) => part !== undefined).join('; '));
  }
  return isFields(value) ? firstMessage(value.message ?? value.msg) : undefined;
}

function details(message: string | undefined, type: string | undefined, code: string | undefined): ErrorDetails {
  return {
    ...(message !== undefined && { message: shorten(message) }),
    ...(type !== undefined && { type }),
    ...(code !== undefined && { code }),
  };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}

/** Reads `{error: {…}}`, `{error: 'text'}`, `{message, code}` and `{detail}`; undefined when the value reports no error. */
export function readErrorValue(value: unknown): ErrorDetails | undefined {
  if (!isFields(value)) return undefined;
  const { error } = value;
  if (isFields(error)) return details(firstMessage(error.message ?? error.detail), word(error.type), word(error.code));
  if (typeof error === 'string' && error !== '') {
    const signIn = word(value.signin_url);
    return details(signIn === undefined ? error : `${error} (sign in: ${signIn})`, undefined, word(value.code));
  }
  const message = firstMessage(value.message) ?? firstMessage(value.detail);
  return message === undefined ? undefined : details(message, word(value.type), word(value.code));
}

/** Reads the body of a failed call. A page of HTML is reduced to its title, never shown. */
export function readErrorText(text: string): ErrorDetails {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) {
    const title = /<title[^>]*>([^<]{1,120})/i.exec(trimmed)?.[1];
    return details(title, undefined, undefined);
  }
  try {
    return readErrorValue(JSON.parse(trimmed)) ?? {};
  } catch {
    return trimmed === '' ? {} : details(trimmed, undefined, undefined);
  }
}
