import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '@/components/auth/sign-in-form';
import { safePath } from '@/lib/client/safe-path';
import { currentUser } from '@/lib/server/current-user';
import { readPreferences } from '../../preferences';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await readPreferences();
  return { title: t('auth.signInTitle') };
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
  const registerHref = path === '/' ? '/register' : `/register?callbackUrl=${encodeURIComponent(path)}`;
  return <SignInForm path={path} oauthError={readOAuthError(query.error)} registerHref={registerHref} />;
}
