import 'server-only';
import { z } from 'zod';
import type { WebAccess, WebSearchEngine, WebSearchSource } from '@/lib/agent/ports';
import { type MetonaError, MetonaFailure, metonaErrorSchema } from '@/lib/ir';
import { assertNever } from '@/lib/ir/assert-never';
import { createBrave, createSearxng, createTavily } from '@/lib/tools/web-search/engines';
import { readSearchSettings } from './search-settings';
import type { SecretVault } from './secret-vault';
import type { Settings } from './settings';

const testTimeoutMs = 20_000;

export const searchTestSchema = z.object({
  ok: z.boolean(),
  engine: z.enum(['searxng', 'brave', 'tavily']).nullable(),
  latency_ms: z.number(),
  results: z.number().int(),
  error: metonaErrorSchema.optional(),
});
type SearchTest = z.infer<typeof searchTestSchema>;

interface WebSearchDependencies {
  readonly settings: Pick<Settings, 'stored'>;
  readonly vault: SecretVault;
  /** To the engines with a name of their own. */
  readonly web: WebAccess;
  /** To an address a person has entered, which may be one the operator allows on his network. */
  readonly ownServer: WebAccess;
  readonly now: () => number;
}

const notConfigured = (message: string): MetonaError => ({ code: 'not_configured', message, retryable: false });

function toError(thrown: unknown): MetonaError {
  if (thrown instanceof MetonaFailure) return thrown.error;
  return { code: 'unknown', message: 'The search failed for an unknown reason.', retryable: false };
}

/** The search engine of a user, and how to try it. */
export function createWebSearchSettings({ settings, vault, web, ownServer, now }: WebSearchDependencies) {
  const open: WebSearchSource = async (userId, of): Promise<WebSearchEngine | null> => {
    const { provider, baseUrl, safeSearch, key } = readSearchSettings(await settings.stored(userId, of));
    const currentKey = async () => {
      const found = readSearchSettings(await settings.stored(userId));
      const opened = found.provider === provider ? found.openKey(userId, vault) : null;
      if (opened === null) throw new MetonaFailure(notConfigured('The key of the search engine has been taken away.'));
      return opened;
    };
    switch (provider) {
      case null:
        return null;
      case 'searxng':
        return baseUrl === null ? null : createSearxng(baseUrl, { web: ownServer, safeSearch });
      case 'brave':
        return key.set ? createBrave({ web, safeSearch, key: currentKey }) : null;
      case 'tavily':
        return key.set ? createTavily({ web, safeSearch, key: currentKey }) : null;
      default:
        return assertNever(provider);
    }
  };

  return {
    open,

    /** One real search. Whatever goes wrong is the result, not a failure of the call. */
    async test(userId: string): Promise<SearchTest> {
      const started = now();
      const engine = await open(userId);
      const end = (results: number, error?: MetonaError): SearchTest => ({
        ok: error === undefined,
        engine: engine?.name ?? null,
        latency_ms: Math.max(0, now() - started),
        results,
        ...(error && { error }),
      });
      if (engine === null) return end(0, notConfigured('No search engine is set up.'));
      try {
        const found = await engine.search({ query: 'weather', count: 3 }, AbortSignal.timeout(testTimeoutMs));
        return end(found.length);
      } catch (thrown) {
        return end(0, toError(thrown));
      }
    },
  };
}
