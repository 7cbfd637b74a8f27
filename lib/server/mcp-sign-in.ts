import 'server-only';
import type { CurrentUser } from '@/lib/auth/current-user';
import { hashToken, newToken } from '@/lib/crypto/tokens';
import type { McpServerRecord, McpServerStore } from '@/lib/db/mcp-server-store';
import {
  beginSignIn,
  completeSignIn,
  type McpConnections,
  type McpFetch,
  toMcpFailure,
  toToolFailure,
} from '@/lib/extensions/mcp';
import { forbidden, invalid } from './http/problem';
import type { KnownMcpServers } from './mcp-known';
import type { McpTest } from './mcp-schemas';
import type { McpSecrets } from './mcp-secrets';

export interface McpSignInDependencies {
  readonly store: McpServerStore;
  readonly secrets: McpSecrets;
  readonly known: KnownMcpServers;
  readonly connections: McpConnections;
  readonly fetch: McpFetch;
  readonly redirectUrl: string;
  readonly now: () => number;
  readonly test: (userId: string, serverId: string) => Promise<McpTest>;
}

export interface McpSignInReturn {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

const lifeMs = 10 * 60_000;

const unknownSignIn = () =>
  invalid([{ path: 'state', message: 'This sign-in is not known here, or took too long. Begin it again.' }]);

/** Lets a user sign in at the server, in his own browser; what comes back counts for the sign-in here that began it. */
export function createMcpSignIn(dependencies: McpSignInDependencies) {
  const { store, secrets, known, connections, fetch, redirectUrl, now } = dependencies;
  const placeOf = ({ url }: McpServerRecord) => ({ serverUrl: url, redirectUrl, fetch });
  const guard = async <T>(row: McpServerRecord, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw toToolFailure(row.name, toMcpFailure(thrown));
    }
  };
  const keep = async (row: McpServerRecord, access: Parameters<McpSecrets['sealAccess']>[1]) => {
    const cipher = secrets.sealAccess(row, access);
    await known.change(row.userId, () => store.saveSignedIn(row.userId, row.id, cipher));
    connections.drop(row.id);
  };

  return {
    async begin(user: CurrentUser, row: McpServerRecord): Promise<{ authorization_url: string | null }> {
      const { authSessionId } = user;
      if (authSessionId === null) throw forbidden('Only a browser that is signed in here can sign in there.');
      const state = newToken('');
      const begun = await guard(row, () => beginSignIn(secrets.openAccess(row), state, placeOf(row)));
      if (begun.authorizationUrl === null) {
        await keep(row, begun.access);
        return { authorization_url: null };
      }
      const { access, verifier, authorizationUrl } = begun;
      await store.beginSignIn(user.id, row.id, {
        state: hashToken(state),
        cipher: secrets.sealSignIn(row, { access, verifier, authSessionId }),
        expiresAt: new Date(now() + lifeMs),
      });
      return { authorization_url: authorizationUrl };
    },

    /** Each begun sign-in is completed once, by the browser that began it. */
    async complete(user: CurrentUser, { state, code, iss, error }: McpSignInReturn): Promise<McpTest> {
      const row = await store.takeSignIn(user.id, hashToken(state));
      const secret = row && secrets.openSignIn(row);
      const isLate = row?.signInExpiresAt == null || row.signInExpiresAt.getTime() <= now();
      if (!row || !secret || isLate || secret.authSessionId !== user.authSessionId) throw unknownSignIn();
      if (code === undefined) {
        const said = error?.replace(/[^\w. -]/g, '') || 'no code came back';
        throw invalid([{ path: 'code', message: `The server “${row.name}” did not let you in: ${said}.` }]);
      }
      const { access, verifier } = secret;
      await keep(row, await guard(row, () => completeSignIn(access, { code, iss, verifier }, placeOf(row))));
      return await dependencies.test(user.id, row.id);
    },

    /** Forgets what the server let him in with; the server itself is not told. */
    async forget(userId: string, row: McpServerRecord): Promise<void> {
      const change = { isElsewhere: true, forgetAccess: true };
      await known.change(userId, () => store.update(userId, row.id, change));
      connections.drop(row.id);
    },
  };
}
