'use client';

import { useState } from 'react';
import type { ModelListView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useToast } from '../ui/toaster';

interface ProviderModelChangesProps {
  readonly changes: NonNullable<ModelListView['changes']>;
  readonly onAccept: () => Promise<void>;
}

const named = 12;
const namesOf = (ids: readonly string[]): string =>
  ids.length > named ? `${ids.slice(0, named).join(', ')}, … (${ids.length})` : ids.join(', ');

/** What is different from the list that was looked at last. */
export function ProviderModelChanges({ changes, onAccept }: ProviderModelChangesProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const { date } = useFormat();
  const { compact: tokenText } = useFormat();
  const [busy, setBusy] = useState(false);
  const { added, removed, changed, since } = changes;
  if (added.length + removed.length + changed.length === 0) return null;

  async function accept() {
    setBusy(true);
    try {
      await onAccept();
    } catch (caught) {
      show(errorText(caught), 'error');
    } finally {
      setBusy(false);
    }
  }

  const lines = changed.slice(0, named).map(({ id, context_window: window }) =>
    window === null
      ? t('settings.models.priceChanged', { model: id })
      : t('settings.models.windowChanged', {
          model: id,
          before: tokenText(window.before),
          now: tokenText(window.now),
        }),
  );
  return (
    <Notice
      action={
        <Button size="small" busy={busy} onClick={() => void accept()}>
          {t('settings.models.accept')}
        </Button>
      }
    >
      <p className="font-medium">{t('settings.models.changesTitle', { date: date(since) })}</p>
      <ul className="break-words text-xs">
        {added.length > 0 && <li>{t('settings.models.added', { models: namesOf(added) })}</li>}
        {removed.length > 0 && <li>{t('settings.models.removed', { models: namesOf(removed) })}</li>}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}
