'use client';

import { useEffect, useRef, useState } from 'react';
import { mcpApi } from '@/lib/client/mcp';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { useToast } from '../../ui/toaster';
import { failureText } from './mcp-failure';

type Returned =
  | { readonly kind: 'idle' }
  | { readonly kind: 'completing' }
  | { readonly kind: 'refused'; readonly reason: string };

/** What the page of a sign-in led back with; taken out of the address at once, so that it stays nowhere. */
function takeBrought(): Record<string, string> | null {
  const brought = new URLSearchParams(location.hash.slice(1));
  if (!brought.has('state')) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return Object.fromEntries(brought);
}

/** Completes a sign-in when the reader comes back from one. */
export function useMcpReturn(onCompleted: () => Promise<unknown>): Returned {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [returned, setReturned] = useState<Returned>({ kind: 'idle' });
  const hasLooked = useRef(false);

  async function complete(brought: Record<string, string>) {
    setReturned({ kind: 'completing' });
    try {
      const { server, error } = await mcpApi.complete(brought);
      show(t('mcp.signedInTo', { name: server.name }), 'success');
      setReturned(error === null ? { kind: 'idle' } : { kind: 'refused', reason: failureText(server.name, error, t) });
      await onCompleted();
    } catch (caught) {
      setReturned({ kind: 'refused', reason: errorText(caught) });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (hasLooked.current) return;
    hasLooked.current = true;
    const brought = takeBrought();
    if (brought !== null) void complete(brought);
  }, []);
  return returned;
}
