'use client';

import { useState } from 'react';
import { type ApiFailure, toApiFailure } from '@/lib/client/api';
import { type ProviderTest, providerApi } from '@/lib/client/resources';

export type ProviderTestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'answered'; readonly result: ProviderTest }
  | { readonly kind: 'refused'; readonly failure: ApiFailure };

/** Sends one tiny real message through the stored configuration. */
export function useProviderTest(id: string, onTested: () => Promise<unknown>) {
  const [state, setState] = useState<ProviderTestState>({ kind: 'idle' });

  async function start() {
    setState({ kind: 'testing' });
    try {
      setState({ kind: 'answered', result: await providerApi.test(id) });
      await onTested();
    } catch (caught) {
      setState({ kind: 'refused', failure: toApiFailure(caught) });
    }
  }

  return { state, start };
}
