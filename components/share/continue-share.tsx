'use client';

import { useState } from 'react';
import { api } from '@/lib/client/api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useHydrated } from '../ui/use-hydrated';

/** Copies a shared chat into the reader's own, on a click: opening the page alone changes nothing. */
export function ContinueShare({ token, title }: { token: string; title: string }) {
  const t = useT();
  const errorText = useErrorText();
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function copy() {
    setBusy(true);
    setError(undefined);
    try {
      const session = await api.post<{ id: string }>(`/api/share/${encodeURIComponent(token)}/fork`);
      location.assign(`/chat/${session.id}`);
    } catch (caught) {
      setError(errorText(caught));
      setBusy(false);
    }
  }

  return (
    <div className="mx-auto flex max-w-sm flex-col items-start gap-4 pt-[8vh]">
      <div>
        <h1 className="font-semibold text-xl">{t('sharing.continue')}</h1>
        <p className="break-words text-dim text-sm">{title}</p>
      </div>
      {error && <Notice tone="error">{error}</Notice>}
      <Button variant="primary" size="large" disabled={!hydrated} busy={busy} onClick={() => void copy()}>
        {busy ? t('sharing.continuing') : t('sharing.continue')}
      </Button>
    </div>
  );
}
