'use client';

import type { MetonaToolErrorCode, MetonaToolResult } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { CopyButton } from '../ui/copy-button';
import { LongText } from './long-text';
import { RevealedText } from './revealed-text';

/** What the runtime says to the model, in the words of the reader. */
const sentences: Readonly<Record<MetonaToolErrorCode, `chat.tool.because.${MetonaToolErrorCode}`>> = {
  denied: 'chat.tool.because.denied',
  expired: 'chat.tool.because.expired',
  not_allowed: 'chat.tool.because.not_allowed',
  unknown_tool: 'chat.tool.because.unknown_tool',
  invalid_args: 'chat.tool.because.invalid_args',
  timeout: 'chat.tool.because.timeout',
  cancelled: 'chat.tool.because.cancelled',
  outcome_unknown: 'chat.tool.because.outcome_unknown',
  failed: 'chat.tool.because.failed',
};

/** What came back, whole; text as it is, everything else as JSON. */
export function ToolResult({ result }: { result: MetonaToolResult }) {
  const t = useT();
  const text = textOfResult(result);
  const problem = result.success ? '' : (result.error ?? '');
  return (
    <section className="flex flex-col gap-1.5">
      <header className="flex items-center gap-2 text-faint text-xs">
        <h3 className="flex-1">{t('chat.tool.result')}</h3>
        <CopyButton text={text === '' ? problem : text} label={t('chat.tool.copyResult')} />
      </header>
      {problem !== '' && (
        <p>
          {result.errorCode !== undefined && <span className="block text-red">{t(sentences[result.errorCode])}</span>}
          <span className={result.errorCode === undefined ? 'text-red' : 'text-dim text-xs'}>
            <RevealedText text={problem} />
          </span>
        </p>
      )}
      {text !== '' && <LongText text={text} />}
    </section>
  );
}

function textOfResult({ result, summary, success }: MetonaToolResult): string {
  if (typeof result === 'string') return result;
  if (result !== null && result !== undefined) return JSON.stringify(result, null, 2);
  return success ? (summary ?? '') : '';
}
