import { pageTitle } from '../../../../page-title';

export const generateMetadata = () => pageTitle('chat.title');

/** The layout shows the chat. */
export default function ChatPage() {
  return null;
}
