import 'server-only';
import { type Logger, pino } from 'pino';
import { createRedactor, type Redactor } from '@/lib/crypto/redact';
import { env } from './env';

// On globalThis: a secret registered by one module graph must be hidden by the loggers of all.
const slot = globalThis as { metonaRedactor?: Redactor; metonaLogger?: Logger };

/** Knows every secret this process has read, and hides it wherever text leaves the process. */
export function redactor(): Redactor {
  slot.metonaRedactor ??= createRedactor();
  return slot.metonaRedactor;
}

/** Field names that hold something secret or private wherever they appear. */
const hidden = ['password', 'secret', 'token', 'apiKey', 'api_key', 'authorization', 'cookie', 'passphrase', 'prompt'];

/** What of a caught value may be logged: its name, code and words, never what it carries. */
export function describeError(caught: unknown): Record<string, unknown> {
  if (!(caught instanceof Error)) return { error: typeof caught };
  const code = 'code' in caught && typeof caught.code === 'string' ? caught.code : undefined;
  const place = caught.stack
    ?.split('\n')
    .slice(1, 6)
    .map((line) => line.trim());
  return { error: caught.name, ...(code && { code }), reason: caught.message.slice(0, 500), place };
}

/** The one log of the process: lines of JSON on standard output, secrets blanked by field name and by value. */
export function createLogger(): Logger {
  slot.metonaLogger ??= pino(
    {
      level: env().logLevel,
      base: null,
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    { write: (line: string) => void process.stdout.write(redactor().redact(line)) },
  );
  return slot.metonaLogger;
}
