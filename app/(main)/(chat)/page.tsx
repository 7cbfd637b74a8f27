import { pageTitle } from '../../page-title';

export const generateMetadata = () => pageTitle('chat.newTitle');

/** The layout shows the chat. */
export default function NewChatPage() {
  return null;
}
