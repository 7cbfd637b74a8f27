import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { RegisterForm } from '@/components/auth/register-form';
import { safePath } from '@/lib/client/safe-path';
import { container } from '@/lib/server/container';
import { currentUser } from '@/lib/server/current-user';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('auth.registerTitle');
}

interface RegisterPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function RegisterPage({ searchParams }: RegisterPageProps) {
  const query = await searchParams;
  const path = safePath(query.callbackUrl);
  if ((await currentUser()) !== null) redirect(path);
  const signUp = await container().accounts.signUpState();
  const invite = typeof query.invite === 'string' ? query.invite.slice(0, 200) : '';
  const signInHref = path === '/' ? '/login' : `/login?callbackUrl=${encodeURIComponent(path)}`;
  return <RegisterForm signUp={signUp} path={path} invite={invite} signInHref={signInHref} />;
}
