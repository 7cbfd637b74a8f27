import { noteTransition } from '@/lib/client/transition';

/** The router tells where it begins to go, which may be long before it is there. */
export function onRouterTransitionStart(url: string): void {
  noteTransition(url);
}
