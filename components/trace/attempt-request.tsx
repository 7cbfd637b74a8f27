'use client';

import type { PlainMessageKey } from '@/lib/i18n';
import type { MetonaRole, TraceMessage, TraceRequest, TraceText } from '@/lib/ir';
import { LongText } from '../chat/long-text';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { FactList } from './fact-list';
import { FoldedPart } from './folded-part';

const roleLabels: Readonly<Record<MetonaRole, `trace.request.role.${MetonaRole}`>> = {
  system: 'trace.request.role.system',
  user: 'trace.request.role.user',
  assistant: 'trace.request.role.assistant',
  tool: 'trace.request.role.tool',
};

/** What was sent to the model, as far as it is kept; secrets were taken out before it came here. */
export function AttemptRequest({ request }: { request: TraceRequest | null }) {
  const t = useT();
  if (request === null) return <p className="text-faint text-xs">{t('trace.request.none')}</p>;
  return (
    <FoldedPart title={t('trace.request.title')}>
      <p className="text-faint text-xs">{t('trace.request.note')}</p>
      <RequestFigures request={request} />
      {request.system_prompt.text !== '' && <CutText title={t('trace.request.system')} text={request.system_prompt} />}
      {request.messages_omitted > 0 && (
        <p className="text-faint text-xs">{t('trace.request.omitted', { count: request.messages_omitted })}</p>
      )}
      {request.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message may be sent without an id; the list never changes
        <SentMessage key={index} message={message} request={request} />
      ))}
    </FoldedPart>
  );
}

function RequestFigures({ request }: { request: TraceRequest }) {
  const t = useT();
  const format = useFormat();
  const { estimated_tokens, context_window, tools, params } = request;
  const settings = Object.entries(params).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return (
    <FactList
      facts={[
        [
          t('trace.request.context'),
          t('trace.request.contextValue', {
            used: format.number(estimated_tokens),
            window: format.number(context_window),
          }),
        ],
        [t('trace.request.params'), settings.join(', ')],
        [t('trace.request.tools'), tools.length === 0 ? null : <code key="tools">{tools.join(', ')}</code>],
      ]}
    />
  );
}

/** Whose words they are, where the role alone would mislead: what is remembered goes out in the name of the person. */
function authorOf({ id, role }: TraceMessage, request: TraceRequest): PlainMessageKey {
  if (id !== null && id === request.summary_message_id) return 'trace.request.summary';
  return id === null && role === 'user' && request.memory_ids.length > 0 ? 'trace.request.memories' : roleLabels[role];
}

function SentMessage({ message, request }: { message: TraceMessage; request: TraceRequest }) {
  const t = useT();
  const { tool_calls = [], images = 0 } = message;
  const notes = [
    tool_calls.length > 0 && t('trace.request.calls', { names: tool_calls.join(', ') }),
    images > 0 && t('trace.request.images', { count: images }),
  ].filter((note) => note !== false);
  return <CutText title={[t(authorOf(message, request)), ...notes].join(' · ')} text={message} />;
}

/** A text of a trace under its name; says so when some of it was left out. */
export function CutText({ title, text }: { title: string; text: TraceText }) {
  const t = useT();
  const format = useFormat();
  return (
    <section className="flex flex-col gap-1">
      <h4 className="text-faint text-xs">
        {title}
        {text.truncated && ` · ${t('trace.request.cut', { count: format.number(text.chars) })}`}
      </h4>
      {text.text !== '' && <LongText text={text.text} />}
    </section>
  );
}
