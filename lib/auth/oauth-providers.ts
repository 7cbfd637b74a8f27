import 'server-only';
import type { OAuthConfig } from 'next-auth/providers/oauth';

interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

export interface OAuthClients {
  readonly github: OAuthClient | null;
  readonly google: OAuthClient | null;
  readonly oidc: (OAuthClient & { readonly issuer: string }) | null;
}

/** A profile as the providers give it, with `email_verified` made equal for all. */
export interface OAuthProfile {
  readonly sub?: string;
  readonly id?: string | number;
  readonly name?: string | null;
  readonly login?: string;
  readonly email?: string | null;
  readonly email_verified?: boolean | string;
}

const checks = ['pkce', 'state'] as const;

const base = ({ id, secret }: OAuthClient) => ({
  type: 'oauth' as const,
  clientId: id,
  clientSecret: secret,
  profile: (profile: OAuthProfile) => ({
    id: String(profile.sub ?? profile.id ?? ''),
    name: profile.name ?? profile.login ?? null,
    email: profile.email ?? null,
  }),
});

interface GitHubEmail {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

/** The public address of a profile is not verified; the list of addresses says which one is. */
function withVerifiedEmail(profile: OAuthProfile, list: unknown): OAuthProfile {
  const emails = Array.isArray(list) ? (list as GitHubEmail[]) : [];
  const primary = emails.find((entry) => entry.primary && entry.verified);
  return { ...profile, email: primary?.email ?? null, email_verified: primary !== undefined };
}

function github(client: OAuthClient): OAuthConfig<OAuthProfile> {
  return {
    ...base(client),
    id: 'github',
    name: 'GitHub',
    checks: [...checks],
    issuer: 'https://github.com/login/oauth',
    authorization: 'https://github.com/login/oauth/authorize?scope=read:user+user:email',
    token: 'https://github.com/login/oauth/access_token',
    userinfo: {
      url: 'https://api.github.com/user',
      async request({ client: github, tokens }) {
        const accessToken = tokens.access_token ?? '';
        const profile = await github.userinfo<OAuthProfile>(accessToken);
        const { body } = await github.requestResource('https://api.github.com/user/emails', accessToken);
        return withVerifiedEmail(profile, JSON.parse(String(body))) as never;
      },
    },
  };
}

function openIdConnect(
  client: OAuthClient,
  about: { id: string; name: string; issuer: string },
): OAuthConfig<OAuthProfile> {
  return {
    ...base(client),
    id: about.id,
    name: about.name,
    checks: [...checks, 'nonce'],
    idToken: true,
    wellKnown: `${about.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
  };
}

/** The providers the operator has set up; the order is that of the buttons. */
export function oauthProviders({ github: hub, google, oidc }: OAuthClients): OAuthConfig<OAuthProfile>[] {
  return [
    ...(hub ? [github(hub)] : []),
    ...(google ? [openIdConnect(google, { id: 'google', name: 'Google', issuer: 'https://accounts.google.com' })] : []),
    ...(oidc ? [openIdConnect(oidc, { id: 'oidc', name: new URL(oidc.issuer).hostname, issuer: oidc.issuer })] : []),
  ];
}

export function isEmailVerified(profile: OAuthProfile | undefined): boolean {
  return profile?.email_verified === true || profile?.email_verified === 'true';
}
