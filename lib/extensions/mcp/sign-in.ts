import type {
  AuthProvider,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { McpFailure, toMcpFailure } from './failure';
import type { McpFetch } from './http';

/** What is known about a user's access to a server; kept sealed. */
export interface McpAccess {
  /** What the client was registered with: another address of ours needs another client. */
  readonly redirectUrl?: string | undefined;
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly discovery?: OAuthDiscoveryState | undefined;
  /** What the server asked for when it refused. */
  readonly challenge?: { readonly resourceMetadataUrl?: string | undefined; readonly scope?: string | undefined };
}

/** Where it is kept. */
export interface McpAccessBox {
  load(): Promise<McpAccess>;
  save(access: McpAccess): Promise<void>;
}

export interface SignInPlace {
  readonly serverUrl: string;
  /** Where the browser comes back to. */
  readonly redirectUrl: string;
  readonly fetch: McpFetch;
}

interface Secrets {
  state?: string;
  verifier?: string;
}

/** The flow's own memory: nothing is stored before the flow has ended well. */
class Flow implements OAuthClientProvider {
  access: McpAccess;
  secrets: Secrets;
  authorizationUrl: URL | null = null;
  readonly redirectUrl: string;
  readonly #mayAsk: boolean;

  constructor(access: McpAccess, redirectUrl: string, of: { secrets?: Secrets; mayAsk: boolean }) {
    this.redirectUrl = redirectUrl;
    this.access = access.redirectUrl === redirectUrl ? access : { challenge: access.challenge ?? {}, redirectUrl };
    this.secrets = of.secrets ?? {};
    this.#mayAsk = of.mayAsk;
  }

  get clientMetadata() {
    return {
      client_name: 'Metona',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }

  state(): string {
    return this.secrets.state ?? '';
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.access.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    if (!this.#mayAsk) throw new McpFailure('sign_in_needed');
    this.access = { ...this.access, client };
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.access.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    // A server that rotates no refresh token sends none again.
    const kept = this.access.tokens?.refresh_token;
    const refresh = tokens.refresh_token ?? kept;
    this.access = { ...this.access, tokens: refresh === undefined ? tokens : { ...tokens, refresh_token: refresh } };
  }

  redirectToAuthorization(url: URL): void {
    if (!this.#mayAsk) throw new McpFailure('sign_in_needed');
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new McpFailure('no_sign_in', { detail: 'its page for that has no web address' });
    }
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    if (!this.#mayAsk) throw new McpFailure('sign_in_needed');
    this.secrets.verifier = verifier;
  }

  codeVerifier(): string {
    if (this.secrets.verifier === undefined) throw new McpFailure('sign_in_needed');
    return this.secrets.verifier;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.access = { ...this.access, discovery };
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.access.discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'verifier') return;
    const kept = { redirectUrl: this.redirectUrl, challenge: this.access.challenge ?? {} };
    if (scope === 'all') this.access = kept;
    else this.access = { ...this.access, [scope]: undefined };
  }
}

async function runFlow(flow: Flow, place: SignInPlace, of: { code?: string; iss?: string | undefined } = {}) {
  const { auth } = await import('@modelcontextprotocol/client');
  const { resourceMetadataUrl, scope } = flow.access.challenge ?? {};
  try {
    return await auth(flow, {
      serverUrl: place.serverUrl,
      fetchFn: place.fetch,
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
      ...(scope !== undefined && { scope }),
      ...(of.code !== undefined && { authorizationCode: of.code }),
      ...(of.iss !== undefined && { iss: of.iss }),
    });
  } catch (thrown) {
    const failure = toMcpFailure(thrown);
    if (failure.kind !== 'not_mcp') throw failure;
    const detail = failure.detail || (thrown instanceof Error ? thrown.message : '');
    throw new McpFailure('no_sign_in', { detail, cause: thrown });
  }
}

export interface BegunSignIn {
  readonly access: McpAccess;
  /** The page to send the user to; null when the server lets him in without. */
  readonly authorizationUrl: string | null;
  readonly verifier: string;
}

/** Finds out who lets people in to the server, registers there, and prepares the way to his page. */
export async function beginSignIn(access: McpAccess, state: string, place: SignInPlace): Promise<BegunSignIn> {
  const fresh = { ...access, discovery: undefined };
  const flow = new Flow(fresh, place.redirectUrl, { secrets: { state }, mayAsk: true });
  const result = await runFlow(flow, place);
  if (result === 'AUTHORIZED') return { access: flow.access, authorizationUrl: null, verifier: '' };
  return {
    access: flow.access,
    authorizationUrl: flow.authorizationUrl?.toString() ?? null,
    verifier: flow.secrets.verifier ?? '',
  };
}

/** Turns the code that the user came back with into tokens. */
export async function completeSignIn(
  access: McpAccess,
  of: { readonly code: string; readonly iss: string | undefined; readonly verifier: string },
  place: SignInPlace,
): Promise<McpAccess> {
  const flow = new Flow(access, place.redirectUrl, { secrets: { verifier: of.verifier }, mayAsk: false });
  if ((await runFlow(flow, place, of)) !== 'AUTHORIZED') throw new McpFailure('sign_in_needed');
  return flow.access;
}

/** Presents the tokens, renews them when they have run out, and says when only the user himself can help. */
export function createMcpAuth(box: McpAccessBox, place: SignInPlace): AuthProvider {
  let known: Promise<McpAccess> | null = null;
  const current = () => {
    known ??= box.load();
    return known;
  };
  const renew = async (access: McpAccess): Promise<void> => {
    const flow = new Flow(access, place.redirectUrl, { mayAsk: false });
    if ((await runFlow(flow, place)) !== 'AUTHORIZED') throw new McpFailure('sign_in_needed');
    await box.save(flow.access);
    known = Promise.resolve(flow.access);
  };
  let renewing: Promise<void> | null = null;
  return {
    token: async () => (await current()).tokens?.access_token,
    onUnauthorized: async ({ response }) => {
      const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
      const sent = (await current()).tokens?.access_token;
      const stored = await box.load();
      known = Promise.resolve(stored);
      // Another process may have renewed them meanwhile.
      if (stored.tokens !== undefined && stored.tokens.access_token !== sent) return;
      if (stored.tokens?.refresh_token === undefined) {
        const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
        await box.save({ ...stored, challenge: { resourceMetadataUrl: resourceMetadataUrl?.toString(), scope } });
        throw new McpFailure('sign_in_needed');
      }
      renewing ??= renew(stored).finally(() => {
        renewing = null;
      });
      await renewing;
    },
  };
}

/** For a server that is reached with headers of the user's own: there is nothing to renew. */
export const noSignIn: AuthProvider = {
  token: async () => undefined,
  onUnauthorized: async () => {
    throw new McpFailure('refused', { detail: 'HTTP 401' });
  },
};
