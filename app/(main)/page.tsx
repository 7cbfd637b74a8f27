import { NewChat } from '@/components/chat/new-chat';
import { pageTitle } from '../page-title';

export const generateMetadata = () => pageTitle('chat.newTitle');

export default function NewChatPage() {
  return <NewChat />;
}
