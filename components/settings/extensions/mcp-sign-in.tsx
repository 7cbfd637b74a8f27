'use client';

import { useState } from 'react';
import { type McpServerView, mcpApi } from '@/lib/client/mcp';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';

interface McpSignInProps {
  readonly server: McpServerView;
  readonly onChanged: () => Promise<unknown>;
}

/** Sends the reader to the server's own page, which leads back here. */
export function McpSignIn({ server, onChanged }: McpSignInProps) {
  const t = useT();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isNeeded = server.state === 'sign_in_needed';

  async function run(work: () => Promise<unknown>) {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  async function signIn() {
    const { authorization_url: url } = await mcpApi.signIn(server.id);
    if (url !== null && /^https?:\/\//i.test(url)) location.assign(url);
    else await onChanged();
  }

  async function forget() {
    await mcpApi.signOut(server.id);
    await onChanged();
  }

  if (!isNeeded && !server.signed_in) return null;
  return (
    <>
      {isNeeded && (
        <Notice
          tone="warning"
          action={
            <Button size="small" variant="primary" busy={isBusy} onClick={() => void run(signIn)}>
              {t('mcp.signIn')}
            </Button>
          }
        >
          {t('mcp.signInText', { name: server.name })}
        </Notice>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      {server.signed_in && (
        <div>
          <Button size="small" busy={isBusy} onClick={() => void run(forget)}>
            {t('mcp.signOut')}
          </Button>
        </div>
      )}
    </>
  );
}
