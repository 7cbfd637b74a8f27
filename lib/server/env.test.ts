import { describe, expect, it } from 'vitest';
import { EnvironmentError, parseEnv } from './env';

const refusal = (source: Record<string, string>) => {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  return null;
};

describe('parseEnv', () => {
  it('works with nothing set', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      port: 3000,
      url: 'http://localhost:3000',
      host: '127.0.0.1',
      signup: 'invite',
      mock: 'on',
      maxRuns: 8,
      maxStreams: 32,
      databaseUrl: null,
      privateOrigins: ['http://localhost:11434', 'http://127.0.0.1:11434'],
      mcpPrivateOrigins: [],
    });
    expect(env.dataDir.startsWith('/')).toBe(true);
  });

  it('derives the public origin from the port and the bind address from the origin', () => {
    expect(parseEnv({ PORT: '4001' }).url).toBe('http://localhost:4001');
    expect(parseEnv({ METONA_URL: 'https://metona.example.com/' })).toMatchObject({
      url: 'https://metona.example.com',
      host: '0.0.0.0',
    });
  });

  it('takes an empty value as unset, except for the private origins where it means none', () => {
    expect(parseEnv({ METONA_SIGNUP: '', DATABASE_URL: '' })).toMatchObject({ signup: 'invite', databaseUrl: null });
    expect(parseEnv({ METONA_PRIVATE_ORIGINS: '' }).privateOrigins).toEqual([]);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ METONA_URL: 'metona.example.com' }, 'METONA_URL'],
    [{ METONA_URL: 'https://metona.example.com/app' }, 'METONA_URL'],
    [{ METONA_SIGNUP: 'all' }, 'METONA_SIGNUP'],
    [{ METONA_SECRET: 'short' }, 'METONA_SECRET'],
    [{ METONA_ENCRYPTION_KEY: Buffer.alloc(16, 7).toString('base64') }, 'METONA_ENCRYPTION_KEY'],
    [{ METONA_ENCRYPTION_KEY: 'cmVwbGFjZS10aGlzLXdpdGgtYS1rZXktb2YteW91cnM=' }, 'METONA_ENCRYPTION_KEY'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ METONA_PRIVATE_ORIGINS: '10.0.0.1' }, '10.0.0.1'],
    [{ AUTH_GITHUB_ID: 'x' }, 'AUTH_GITHUB_SECRET'],
    [{ AUTH_OIDC_ISSUER: 'https://id.example.com', AUTH_OIDC_ID: 'x' }, 'AUTH_OIDC_SECRET'],
  ])('refuses %j and names what is wrong', (source, named) => {
    expect(refusal(source)).toContain(named);
  });

  it('never repeats a refused secret', () => {
    expect(refusal({ METONA_SECRET: 'hunter2' })).not.toContain('hunter2');
  });
});
