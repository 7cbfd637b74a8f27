import { lazy } from 'react';

const load = () => import('./message-list').then((module) => ({ default: module.MessageList }));

/** Cards and the Markdown reader: nothing of it is needed before there is a conversation. */
export const LazyMessageList = lazy(load);

/** Fetches it while a first message is being written. */
export function preloadMessageList(): void {
  void load();
}
