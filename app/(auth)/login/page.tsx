import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '@/components/auth/sign-in-form';
import { safePath } from '@/lib/client/safe-path';
import { container } from '@/lib/server/container';
import { currentUser } from '@/lib/server/current-user';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('auth.signInTitle');
}

interface LoginPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

function readOAuthError(error: string | string[] | undefined): 'failed' | 'linked' | undefined {
  if (error === undefined) return undefined;
  return error === 'OAuthAccountNotLinked' ? 'linked' : 'failed';
}

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const query = await searchParams;
  const path = safePath(query.callbackUrl);
  if ((await currentUser()) !== null) redirect(path);
  // On a fresh installation there is nobody to sign in.
  const isFirst = (await container().accounts.signUpState()) === 'first';
  const registerHref = path === '/' ? '/register' : `/register?callbackUrl=${encodeURIComponent(path)}`;
  if (isFirst && query.error === undefined) redirect(registerHref);
  return <SignInForm path={path} oauthError={readOAuthError(query.error)} registerHref={registerHref} />;
}
