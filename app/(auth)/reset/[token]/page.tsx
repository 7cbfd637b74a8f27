import type { Metadata } from 'next';
import { ResetForm } from '@/components/auth/reset-form';
import { container } from '@/lib/server/container';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('admin.resetPageTitle');
}

interface ResetPageProps {
  readonly params: Promise<{ token: string }>;
}

export default async function ResetPage({ params }: ResetPageProps) {
  const { token } = await params;
  const scope = container();
  await scope.waitReady();
  const isOpen = token.length <= 200 && (await scope.resetLinks.isOpen(token));
  return <ResetForm token={token} isOpen={isOpen} />;
}
