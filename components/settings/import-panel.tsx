'use client';

import { Upload as UploadIcon } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { toApiFailure } from '@/lib/client/api';
import type { UnreadableFile } from '@/lib/client/imports';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';
import { useHydrated } from '../ui/use-hydrated';
import { ImportReport } from './import-report';
import { ProgressBar } from './progress-bar';
import { type Upload, useImport } from './use-import';

const reasons = ['not_an_export', 'broken_archive', 'encrypted', 'archive_too_large', 'nothing_inside'] as const;

function reasonOf(current: unknown): UnreadableFile | undefined {
  const given = typeof current === 'object' && current !== null && 'reason' in current ? current.reason : undefined;
  return reasons.find((reason) => reason === given);
}

/** Brings conversations along from elsewhere, and says what became of each. */
export function ImportPanel() {
  const t = useT();
  const hydrated = useHydrated();
  const picker = useRef<HTMLInputElement>(null);
  const { upload, view, isWorking, failure, send, stop, dismiss } = useImport();
  const failureText = useImportFailure();

  function onChosen({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) void send(file);
  }

  return (
    <Section
      title={t('exchange.importTitle')}
      text={t('exchange.importText')}
      action={
        <Button busy={upload !== undefined} disabled={!hydrated || isWorking} onClick={() => picker.current?.click()}>
          {upload === undefined && <UploadIcon aria-hidden className="size-3.5" />}
          {t('exchange.importButton')}
        </Button>
      }
    >
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,.zip,application/json,application/zip"
        data-testid="import-file"
        onChange={onChosen}
      />
      <p className="max-w-prose text-dim text-sm">{t('exchange.importHow')}</p>
      {upload && <Sending upload={upload} onStop={stop} />}
      {failure !== undefined && <Notice tone="error">{failureText(failure)}</Notice>}
      {view && upload === undefined && <ImportReport view={view} isWorking={isWorking} onDismiss={dismiss} />}
    </Section>
  );
}

function useImportFailure(): (failure: unknown) => string {
  const t = useT();
  const errorText = useErrorText();
  return (failure) => {
    const { current, error } = toApiFailure(failure);
    const reason = reasonOf(current);
    if (reason !== undefined) return t(`exchange.unreadable.${reason}`);
    if (error.code === 'conflict') return t('exchange.busy');
    if (error.code === 'payload_too_large') return t('exchange.tooLarge');
    return errorText(failure);
  };
}

function Sending({ upload, onStop }: { upload: Upload; onStop: () => void }) {
  const t = useT();
  return (
    <div className="flex items-center gap-3 rounded-xl border border-line bg-card px-4 py-3">
      <div className="min-w-0 flex-1">
        <ProgressBar
          label={t(upload.share < 1 ? 'exchange.sending' : 'exchange.takingIn', { name: upload.name })}
          share={upload.share}
        />
      </div>
      <Button size="small" variant="ghost" onClick={onStop}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
