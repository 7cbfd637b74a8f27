import 'server-only';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseEncryptionKeys, requireStrong } from '@/lib/crypto/secret-values';
import { parsePrivateOrigins } from '@/lib/net/private-origins';

/** Every secret printed in the documentation; each would make installations share it. */
export const sampleSecrets: readonly string[] = [
  'replace-this-with-a-secret-of-your-own',
  'cmVwbGFjZS10aGlzLXdpdGgtYS1rZXktb2YteW91cnM=',
];

const text = z.string().trim().min(1);
const whole = (fallback: number, range: { min: number; max: number }) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(range.min).max(range.max))
    .default(fallback);

/** Keeps the text when `check` does not throw; what it throws is a sentence without the value. */
const checkedSecret = (check: (value: string) => unknown) =>
  text.transform((value, context) => {
    try {
      check(value);
      return value;
    } catch (cause) {
      context.addIssue({ code: 'custom', message: cause instanceof Error ? cause.message : 'is not usable' });
      return z.NEVER;
    }
  });

const originText = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) {
    return url.origin;
  }
  context.addIssue({ code: 'custom', message: 'must be an origin such as https://metona.example.com, without a path' });
  return z.NEVER;
});

const privateOrigins = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value, context) => {
      try {
        return parsePrivateOrigins(value);
      } catch (cause) {
        context.addIssue({ code: 'custom', message: cause instanceof Error ? cause.message : String(cause) });
        return z.NEVER;
      }
    });

const variables = z.object({
  PORT: whole(3000, { min: 0, max: 65_535 }),
  METONA_URL: originText.optional(),
  METONA_HOST: text.optional(),
  METONA_TRUST_PROXY: whole(0, { min: 0, max: 10 }),
  METONA_DATA_DIR: text.default('./data'),
  DATABASE_URL: text.regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://').optional(),
  METONA_SECRET: checkedSecret((value) => requireStrong('It', value, sampleSecrets)).optional(),
  METONA_ENCRYPTION_KEY: checkedSecret((value) => parseEncryptionKeys(value, sampleSecrets)).optional(),
  METONA_BACKUP_HOURS: whole(1, { min: 0, max: 24 }),
  METONA_BACKUP_KEEP: whole(24, { min: 1, max: 10_000 }),
  METONA_SIGNUP: z.enum(['open', 'invite', 'closed']).default('invite'),
  METONA_OLLAMA_URL: originText.optional(),
  METONA_PRIVATE_ORIGINS: privateOrigins('http://localhost:11434,http://127.0.0.1:11434'),
  METONA_MCP_PRIVATE_ORIGINS: privateOrigins(''),
  METONA_PLUGIN_PRIVATE_ORIGINS: privateOrigins(''),
  METONA_MOCK: z.enum(['on', 'off', 'test']).default('on'),
  METONA_PERMISSION_TTL_S: whole(86_400, { min: 1, max: 31_536_000 }),
  METONA_MAX_RUNS: whole(8, { min: 1, max: 10_000 }),
  METONA_MAX_STREAMS: whole(32, { min: 1, max: 10_000 }),
  METONA_MAX_MEMORIES: whole(5_000, { min: 1, max: 100_000 }),
  METONA_MAX_FILES_MB: whole(500, { min: 1, max: 1_000_000 }),
  METONA_MAX_IMPORT_MB: whole(500, { min: 1, max: 2_000 }),
  METONA_CONNECT_TIMEOUT_S: whole(30, { min: 1, max: 3600 }),
  METONA_FIRST_EVENT_TIMEOUT_S: whole(120, { min: 1, max: 3600 }),
  METONA_IDLE_TIMEOUT_S: whole(180, { min: 1, max: 3600 }),
  AUTH_GITHUB_ID: text.optional(),
  AUTH_GITHUB_SECRET: text.optional(),
  AUTH_GOOGLE_ID: text.optional(),
  AUTH_GOOGLE_SECRET: text.optional(),
  AUTH_OIDC_ISSUER: z.url('must be the address of the issuer').optional(),
  AUTH_OIDC_ID: text.optional(),
  AUTH_OIDC_SECRET: text.optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  NODE_ENV: z.string().optional(),
});
type Variables = z.infer<typeof variables>;

export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

export interface Env {
  readonly port: number;
  /** The public origin, without a trailing slash. */
  readonly url: string;
  readonly host: string;
  readonly trustProxy: number;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly secret: string | null;
  readonly encryptionKey: string | null;
  /** Hours between backups while the app runs; 0: none. */
  readonly backupHours: number;
  /** Of each kind. */
  readonly backupKeep: number;
  /** Unless the administrator chose another one; see `stated`. */
  readonly signup: 'open' | 'invite' | 'closed';
  /** Of providers. */
  /** Where an Ollama is looked for that nobody has set up. */
  readonly ollamaUrl: string;
  readonly privateOrigins: readonly string[];
  /** Of MCP servers, and of those who let people in to them. */
  readonly mcpPrivateOrigins: readonly string[];
  /** Of what plugins declare. */
  readonly pluginPrivateOrigins: readonly string[];
  readonly mock: 'on' | 'off' | 'test';
  readonly permissionTtlSeconds: number;
  readonly maxRuns: number;
  readonly maxStreams: number;
  /** Memories of one user, the archive included. */
  readonly maxMemories: number;
  /** Of all files of one user, in MB of 1024 × 1024 bytes. */
  readonly maxFilesMb: number;
  /** Of one file with conversations from elsewhere, in the same unit. */
  readonly maxImportMb: number;
  readonly connectTimeoutSeconds: number;
  readonly firstEventTimeoutSeconds: number;
  readonly idleTimeoutSeconds: number;
  readonly oauth: {
    readonly github: OAuthClient | null;
    readonly google: OAuthClient | null;
    readonly oidc: (OAuthClient & { readonly issuer: string }) | null;
  };
  readonly logLevel: Variables['LOG_LEVEL'];
  readonly isProduction: boolean;
  /** Names of the variables that are set; a setting whose variable is among them cannot be changed on a page. */
  readonly stated: ReadonlySet<string>;
}

/** Each message is a sentence that names the variable; the start stops with all of them. */
export class EnvironmentError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'EnvironmentError';
  }
}

function together(given: Variables, names: readonly (keyof Variables)[]): string[] {
  const present = names.filter((name) => given[name] !== undefined);
  if (present.length === 0 || present.length === names.length) return [];
  const missing = names.filter((name) => !present.includes(name));
  return [`${missing.join(' and ')} must be set together with ${present.join(' and ')}.`];
}

function client(id: string | undefined, secret: string | undefined): OAuthClient | null {
  return id !== undefined && secret !== undefined ? { id, secret } : null;
}

function readVariables(source: Readonly<Record<string, string | undefined>>): Variables {
  // An empty value is an unset one, except where empty is a statement of its own.
  const given = Object.entries(source).filter(([name, value]) => value !== '' || name === 'METONA_PRIVATE_ORIGINS');
  const parsed = variables.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new EnvironmentError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`));
  }
  const found = parsed.data;
  const halves = [
    ...together(found, ['AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET']),
    ...together(found, ['AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET']),
    ...together(found, ['AUTH_OIDC_ISSUER', 'AUTH_OIDC_ID', 'AUTH_OIDC_SECRET']),
  ];
  if (halves.length > 0) throw new EnvironmentError(halves);
  return found;
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The names by which this machine reaches itself. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.has(hostname);
}

/** Reads the environment; throws `EnvironmentError` with a sentence for everything that is wrong with it. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const found = readVariables(source);
  const stated = Object.entries(source).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]));
  const url = found.METONA_URL ?? `http://localhost:${found.PORT}`;
  const oidc = client(found.AUTH_OIDC_ID, found.AUTH_OIDC_SECRET);
  return {
    port: found.PORT,
    url,
    host: found.METONA_HOST ?? (isLoopbackName(new URL(url).hostname) ? '127.0.0.1' : '0.0.0.0'),
    trustProxy: found.METONA_TRUST_PROXY,
    dataDir: resolve(/* turbopackIgnore: true */ found.METONA_DATA_DIR),
    databaseUrl: found.DATABASE_URL ?? null,
    secret: found.METONA_SECRET ?? null,
    encryptionKey: found.METONA_ENCRYPTION_KEY ?? null,
    backupHours: found.METONA_BACKUP_HOURS,
    backupKeep: found.METONA_BACKUP_KEEP,
    signup: found.METONA_SIGNUP,
    ollamaUrl: found.METONA_OLLAMA_URL ?? 'http://localhost:11434',
    // Who names an address means that it may be called.
    privateOrigins: [...found.METONA_PRIVATE_ORIGINS, ...(found.METONA_OLLAMA_URL ? [found.METONA_OLLAMA_URL] : [])],
    mcpPrivateOrigins: found.METONA_MCP_PRIVATE_ORIGINS,
    pluginPrivateOrigins: found.METONA_PLUGIN_PRIVATE_ORIGINS,
    mock: found.METONA_MOCK,
    permissionTtlSeconds: found.METONA_PERMISSION_TTL_S,
    maxRuns: found.METONA_MAX_RUNS,
    maxStreams: found.METONA_MAX_STREAMS,
    maxMemories: found.METONA_MAX_MEMORIES,
    maxFilesMb: found.METONA_MAX_FILES_MB,
    maxImportMb: found.METONA_MAX_IMPORT_MB,
    connectTimeoutSeconds: found.METONA_CONNECT_TIMEOUT_S,
    firstEventTimeoutSeconds: found.METONA_FIRST_EVENT_TIMEOUT_S,
    idleTimeoutSeconds: found.METONA_IDLE_TIMEOUT_S,
    oauth: {
      github: client(found.AUTH_GITHUB_ID, found.AUTH_GITHUB_SECRET),
      google: client(found.AUTH_GOOGLE_ID, found.AUTH_GOOGLE_SECRET),
      oidc: oidc && found.AUTH_OIDC_ISSUER ? { ...oidc, issuer: found.AUTH_OIDC_ISSUER } : null,
    },
    logLevel: found.LOG_LEVEL,
    isProduction: found.NODE_ENV === 'production',
    stated: new Set(stated),
  };
}

let cached: Env | undefined;

/** The environment of this process, read once. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}
