'use client';

import { createContext, useContext } from 'react';
import type { FindSource } from '@/lib/client/cited-sources';
import { sessionApi } from '@/lib/client/run-api';
import { useApi } from '@/lib/client/use-api';
import type { CitedSource, SourceLink } from '@/lib/ir';

/** Who knows what the tools of this conversation returned; outside of one nothing is cited. */
export const CitedSources = createContext<FindSource | null>(null);

/** A conversation of which a part is not loaded, where tools may have returned more; null for none. */
export const EarlierSources = createContext<string | null>(null);

interface Found {
  readonly items: readonly (CitedSource & { readonly href: string })[];
}

const once = { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false };

/** `undefined` while it is not known whether there is such a source, null when there is none. */
export type SourceOf = (link: SourceLink) => CitedSource | null | undefined;

/** What links of an answer lead to: what is loaded tells it at once, the server of the part that is not. */
export function useSources(links: readonly SourceLink[]): SourceOf | null {
  const find = useContext(CitedSources);
  const earlierIn = useContext(EarlierSources);
  const missing = find === null ? [] : links.filter(({ key }) => find(key) === null).map(({ href }) => href);
  const isAsked = earlierIn !== null && missing.length > 0;
  const { data, error } = useApi<Found>(isAsked ? sessionApi.sourcesPath(earlierIn, missing) : null, once);
  if (find === null) return null;
  const unknown = isAsked && error === undefined ? undefined : null;
  return ({ key, href }) =>
    find(key) ?? (data === undefined ? unknown : (data.items.find((item) => item.href === href) ?? null));
}
