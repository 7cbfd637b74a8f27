import { ExistingChat } from '@/components/chat/existing-chat';
import { pageTitle } from '../../../page-title';

export const generateMetadata = () => pageTitle('chat.title');

export default async function ChatPage({ params }: { params: Promise<{ sessionId: string }> }) {
  const { sessionId } = await params;
  return <ExistingChat sessionId={sessionId} />;
}
