'use client';

import { useState } from 'react';
import { toApiFailure } from '@/lib/client/api';
import { forgetDecisionDraft } from '@/lib/client/decision-drafts';
import { type DecisionBody, runApi } from '@/lib/client/run-api';
import { refreshSidebar } from '@/lib/client/use-sessions';
import type { PermissionRequest } from '@/lib/ir';
import { useErrorText } from '../i18n/use-error-text';

function isRequest(value: unknown): value is PermissionRequest {
  return typeof value === 'object' && value !== null && 'tool_call' in value && 'status' in value;
}

/** Takes one decision to the server. When someone else was faster, theirs is shown instead. */
export function useDecision(request: PermissionRequest, onSettled: (request: PermissionRequest) => void) {
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function settle(closed: PermissionRequest) {
    forgetDecisionDraft(closed.id);
    onSettled(closed);
  }

  async function decide(body: DecisionBody) {
    setIsBusy(true);
    setError(null);
    try {
      settle(await runApi.decide(request, body));
      refreshSidebar();
    } catch (caught) {
      const { current } = toApiFailure(caught);
      if (isRequest(current) && current.id === request.id && current.status !== 'open') settle(current);
      else setError(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  return { decide, isBusy, error };
}
