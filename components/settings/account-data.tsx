'use client';

import { Download } from 'lucide-react';
import { importApi } from '@/lib/client/imports';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { Section } from '../ui/section';
import { ImportPanel } from './import-panel';

/** What leaves with its owner, and what he brings along. */
export function AccountData() {
  const t = useT();
  return (
    <>
      <Section
        title={t('exchange.exportTitle')}
        text={t('exchange.exportText')}
        action={
          <a href={importApi.exportPath} download className={buttonClass()}>
            <Download aria-hidden className="size-3.5" />
            {t('exchange.exportButton')}
          </a>
        }
      />
      <ImportPanel />
    </>
  );
}
