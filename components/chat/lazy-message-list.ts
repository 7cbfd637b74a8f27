import { lazyPart } from '../i18n/lazy-part';

/** Cards and the Markdown reader: nothing of it is needed before there is a conversation. */
export const LazyMessageList = lazyPart(() => import('./message-list').then((module) => module.MessageList), {
  isVital: true,
});

/** Fetches it while a first message is being written. */
export const preloadMessageList = LazyMessageList.preload;
