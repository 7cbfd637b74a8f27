import 'server-only';
import { pino } from 'pino';
import type { Logger } from '@/lib/agent/ports';
import { env } from './env';

/** Field names that hold something secret or private wherever they appear. */
const hidden = ['password', 'secret', 'token', 'apiKey', 'api_key', 'authorization', 'cookie', 'passphrase', 'prompt'];

/** What of a caught value may be logged: its name, code and words, never what it carries. */
export function describeError(caught: unknown): Record<string, unknown> {
  if (!(caught instanceof Error)) return { error: typeof caught };
  const code = 'code' in caught && typeof caught.code === 'string' ? caught.code : undefined;
  const place = caught.stack?.split('\n').slice(1, 6).map((line) => line.trim());
  return { error: caught.name, ...(code && { code }), reason: caught.message.slice(0, 500), place };
}

/** Lines as JSON on standard output; secrets are blanked by field name, one level deep as well. */
export function createLogger(): Logger {
  return pino({
    level: env().logLevel,
    base: null,
    redact: { paths: hidden.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  });
}
