'use client';

import Link from 'next/link';
import { type MemoryIndexView, memoryCareApi } from '@/lib/client/memory-care';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';

/** Whether memories that share a meaning and no word are found, and where the model for it is chosen. */
export function MemoryMeaning() {
  const t = useT();
  const { data } = useApi<MemoryIndexView>(memoryCareApi.index);
  if (data === undefined) return null;
  const { model, indexed, total, error } = data;
  return (
    <Section
      title={t('library.memories.meaning')}
      text={t('library.memories.meaningText')}
      action={
        <Link href="/settings/knowledge" className={buttonClass({ size: 'small' })}>
          {t('library.memories.meaningChoose')}
        </Link>
      }
    >
      <p className="text-dim text-sm">
        {model === null ? t('library.memories.meaningOff') : t('library.memories.meaningState', { indexed, total })}
      </p>
      {error && <Notice tone="warning">{t('library.memories.meaningFailed', { reason: error.message })}</Notice>}
    </Section>
  );
}
