import 'server-only';
import type { MetonaModelInfo } from '@/lib/ir';
import type { KnownProvider } from './provider-directory';

type Windows = Readonly<Record<string, number>>;

const maxLists = 1000;

/** The windows of lists read lately, per user and address: runs are made without reading a list again. */
export function createListedWindows() {
  const lists = new Map<string, Windows>();
  const nameOf = (userId: string, { id, baseUrl }: KnownProvider) => `${userId} ${id} ${baseUrl ?? ''}`;

  return {
    isKnown: (userId: string, provider: KnownProvider): boolean => lists.has(nameOf(userId, provider)),

    find: (userId: string, provider: KnownProvider): Windows => lists.get(nameOf(userId, provider)) ?? {},

    keep(userId: string, provider: KnownProvider, models: readonly MetonaModelInfo[]): void {
      const name = nameOf(userId, provider);
      lists.delete(name);
      lists.set(name, Object.fromEntries(models.map(({ id, contextWindow }) => [id, contextWindow])));
      const oldest = lists.keys().next().value;
      if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
    },

    forget: (userId: string, provider: KnownProvider): void => {
      lists.delete(nameOf(userId, provider));
    },
  };
}
export type ListedWindows = ReturnType<typeof createListedWindows>;
