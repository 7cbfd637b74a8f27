'use client';

import type { MetonaToolResult } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { CopyButton } from '../ui/copy-button';
import { LongText } from './long-text';

/** What came back, whole; text as it is, everything else as JSON. */
export function ToolResult({ result }: { result: MetonaToolResult }) {
  const t = useT();
  const text = textOfResult(result);
  return (
    <section className="flex flex-col gap-1.5">
      <header className="flex items-center gap-2 text-faint text-xs">
        <h3 className="flex-1">{t('chat.tool.result')}</h3>
        <CopyButton text={text} label={t('chat.tool.copyResult')} />
      </header>
      {!result.success && result.error !== undefined && <p className="text-red">{result.error}</p>}
      {text !== '' && <LongText text={text} />}
    </section>
  );
}

function textOfResult({ result, summary, success }: MetonaToolResult): string {
  if (typeof result === 'string') return result;
  if (result !== null && result !== undefined) return JSON.stringify(result, null, 2);
  return success ? (summary ?? '') : '';
}
