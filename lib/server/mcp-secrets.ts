import 'server-only';
import type { McpServerRecord } from '@/lib/db/mcp-server-store';
import type { McpAccess } from '@/lib/extensions/mcp';
import type { SecretVault } from './secret-vault';

type Field = 'mcp.headers' | 'mcp.access' | 'mcp.sign-in';
type Place = Pick<McpServerRecord, 'userId' | 'id' | 'url'>;

export type McpHeaders = Readonly<Record<string, string>>;

/** What completes a sign-in, and for whom it was begun. */
export interface McpSignInSecret {
  readonly access: McpAccess;
  readonly verifier: string;
  readonly authSessionId: string;
}

/** Seals what is sent to a server, for that server at that origin and nobody else. */
export function createMcpSecrets(vault: SecretVault) {
  const bindingOf = ({ userId, id, url }: Place, field: Field) => ({
    userId,
    providerId: id,
    origin: new URL(url).origin,
    field,
  });
  const seal = (place: Place, field: Field, value: unknown) =>
    vault.seal(JSON.stringify(value), bindingOf(place, field));
  const open = (place: Place, field: Field, cipher: string): unknown =>
    JSON.parse(vault.open(cipher, bindingOf(place, field)));

  return {
    sealHeaders: (place: Place, headers: McpHeaders) => seal(place, 'mcp.headers', headers),
    openHeaders: (row: McpServerRecord): McpHeaders =>
      row.headersCipher === null ? {} : (open(row, 'mcp.headers', row.headersCipher) as McpHeaders),
    sealAccess: (place: Place, access: McpAccess) => seal(place, 'mcp.access', access),
    openAccess: (row: McpServerRecord): McpAccess =>
      row.accessCipher === null ? {} : (open(row, 'mcp.access', row.accessCipher) as McpAccess),
    sealSignIn: (place: Place, secret: McpSignInSecret) => seal(place, 'mcp.sign-in', secret),
    openSignIn: (row: McpServerRecord): McpSignInSecret | null =>
      row.signInCipher === null ? null : (open(row, 'mcp.sign-in', row.signInCipher) as McpSignInSecret),
  };
}
export type McpSecrets = ReturnType<typeof createMcpSecrets>;
