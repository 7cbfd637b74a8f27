'use client';

import type { TraceResponse } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { CutText } from './attempt-request';
import { FoldedPart } from './folded-part';

/** What the model said, also when it was taken back later. */
export function AttemptResponse({ response }: { response: TraceResponse | null }) {
  const t = useT();
  if (response === null) return <p className="text-faint text-xs">{t('trace.response.none')}</p>;
  const { reasoning, content, tool_calls } = response;
  return (
    <FoldedPart title={t('trace.response.title')}>
      {reasoning !== null && <CutText title={t('trace.response.reasoning')} text={reasoning} />}
      {content.text !== '' && <CutText title={t('trace.response.text')} text={content} />}
      {tool_calls.map((call) => (
        <CutText key={call.id} title={t('trace.response.call', { tool: call.name })} text={call.args} />
      ))}
    </FoldedPart>
  );
}
