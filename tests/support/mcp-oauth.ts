import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Interference, type McpDouble, sendJson } from './mcp-double';

/** A server of sign-ins on the double's own origin; without a token nothing of MCP is answered. */
export interface SignInDouble {
  /** Tokens that are let in. */
  readonly valid: Set<string>;
  readonly refreshable: Set<string>;
  /** Registered clients, by id, with the address they come back to. */
  readonly clients: Map<string, string>;
  /** Changes what is said about where to sign in. */
  metadata: Record<string, unknown>;
  /** What a person at the page of the sign-in does: gives the address that it leads back to. */
  approve(authorizationUrl: string): URL;
}

interface Grant {
  readonly challenge: string;
  readonly redirect: string;
  readonly client: string;
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

export function addSignIn(double: McpDouble): SignInDouble {
  const { origin } = double;
  const grants = new Map<string, Grant>();
  const signIn: SignInDouble = {
    valid: new Set(),
    refreshable: new Set(),
    clients: new Map(),
    metadata: {},
    approve(authorizationUrl) {
      const { searchParams: asked } = new URL(authorizationUrl);
      const redirect = asked.get('redirect_uri') ?? '';
      const client = asked.get('client_id') ?? '';
      if (signIn.clients.get(client) !== redirect) throw new Error('another client, or another way back');
      if (asked.get('code_challenge_method') !== 'S256') throw new Error('no proof of who asks');
      const code = randomBytes(8).toString('hex');
      grants.set(code, { challenge: asked.get('code_challenge') ?? '', redirect, client });
      const back = new URL(redirect);
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      return back;
    },
  };

  const issue = (response: ServerResponse) => {
    const access = `access-${randomBytes(12).toString('hex')}`;
    const refresh = `refresh-${randomBytes(12).toString('hex')}`;
    signIn.valid.add(access);
    signIn.refreshable.add(refresh);
    const tokens = { access_token: access, token_type: 'Bearer', expires_in: 3600, refresh_token: refresh };
    sendJson(response, tokens);
  };
  const refuse = (response: ServerResponse, error: string) => sendJson(response, { error }, { status: 400 });

  const giveTokens = (body: string, response: ServerResponse) => {
    const form = new URLSearchParams(body);
    if (form.get('grant_type') === 'refresh_token') {
      return signIn.refreshable.delete(form.get('refresh_token') ?? '')
        ? issue(response)
        : refuse(response, 'invalid_grant');
    }
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const isProven = grant?.challenge === challengeOf(form.get('code_verifier') ?? '');
    return grant && isProven && form.get('redirect_uri') === grant.redirect
      ? issue(response)
      : refuse(response, 'invalid_grant');
  };

  const routes: Readonly<Record<string, (body: string, response: ServerResponse) => unknown>> = {
    '/.well-known/oauth-protected-resource/mcp': (_, response) =>
      sendJson(response, { resource: double.url, authorization_servers: [origin] }),
    '/.well-known/oauth-authorization-server': (_, response) =>
      sendJson(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...signIn.metadata,
      }),
    '/register': (body, response) => {
      const asked = JSON.parse(body) as { redirect_uris: string[] };
      const client = `client-${signIn.clients.size + 1}`;
      signIn.clients.set(client, asked.redirect_uris[0] ?? '');
      sendJson(response, { ...asked, client_id: client, client_secret: 'client-secret-0123456789' }, { status: 201 });
    },
    '/token': giveTokens,
  };

  const isLetIn = ({ headers }: IncomingMessage) =>
    signIn.valid.has((headers.authorization ?? '').replace(/^Bearer /, ''));

  const interfere: Interference = ({ request, body }, response) => {
    const path = new URL(request.url ?? '', origin).pathname;
    const route = routes[path];
    if (route) {
      route(body, response);
      return true;
    }
    if (!path.startsWith('/mcp') || isLetIn(request)) return false;
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    response.writeHead(401, { 'www-authenticate': challenge }).end();
    return true;
  };
  double.interfere = interfere;
  return signIn;
}
