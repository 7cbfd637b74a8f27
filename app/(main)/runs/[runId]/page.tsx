import { RunTrace } from '@/components/trace/run-trace';
import { pageTitle } from '../../../page-title';

export const generateMetadata = () => pageTitle('trace.title');

export default async function RunTracePage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return <RunTrace runId={runId} />;
}
