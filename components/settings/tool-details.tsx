'use client';

import { type ReactNode, useId } from 'react';
import type { ToolView } from '@/lib/client/resources';
import type { MessageKey } from '@/lib/i18n';
import { RevealedText } from '../chat/revealed-text';
import { revealLine } from '../chat/visible-text';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Facts } from '../ui/facts';
import { describeFields, type FieldView } from './describe-field';

const longestDescription = 8_000;

/** Line breaks of our own are only those of the source. */
function wordsFor({ description, origin }: ToolView): string {
  const text = description.slice(0, longestDescription);
  return origin === null ? text.replace(/\s+/g, ' ') : text;
}

/** What a model is told about a tool, and what it may be given: for those who want to know exactly. */
export function ToolDetails({ tool }: { tool: ToolView }) {
  const t = useT();
  const fields = describeFields(tool.parameters, t);
  return (
    <div className="flex flex-col gap-3 pt-2 text-sm">
      <Block title={t('tools.details.toModel')}>
        <p lang="en" className="text-dim">
          <RevealedText text={wordsFor(tool) || t('tools.details.noDescription')} />
        </p>
      </Block>
      <Block title={t('tools.details.arguments')}>
        {fields.length === 0 ? (
          <p className="text-dim">{t('tools.details.noArguments')}</p>
        ) : (
          <FieldList fields={fields} />
        )}
      </Block>
      <Block title={t('tools.details.limits')}>
        <ToolFacts tool={tool} />
      </Block>
    </div>
  );
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
      <h5 id={id} className="font-medium text-faint text-xs">
        {title}
      </h5>
      {children}
    </section>
  );
}

function FieldList({ fields }: { fields: readonly FieldView[] }) {
  const t = useT();
  return (
    <ul className="flex flex-col gap-2">
      {fields.map((field) => (
        <li key={field.name} className="min-w-0 border-line-soft border-l-2 pl-3">
          <p className="break-all font-mono text-xs">{revealLine(field.name)}</p>
          <Facts>
            {t(field.isRequired ? 'tools.field.required' : 'tools.field.optional')}
            {field.facts.map(revealLine)}
          </Facts>
          {field.description !== '' && (
            <p lang="en" className="break-words text-dim">
              {revealLine(field.description)}
            </p>
          )}
          {field.fields.length > 0 && (
            <div className="pt-1.5">
              <FieldList fields={field.fields} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function ToolFacts({ tool }: { tool: ToolView }) {
  const t = useT();
  const format = useFormat();
  const repeat: MessageKey = tool.idempotent === false ? 'tools.details.once' : 'tools.details.again';
  return (
    <ul className="list-disc pl-4 text-dim">
      <li>
        {tool.permission === undefined
          ? t('tools.details.noPermission')
          : t('tools.details.permission', { permission: tool.permission })}
      </li>
      <li>{t('tools.details.timeout', { time: format.duration(tool.timeoutMs) })}</li>
      <li>{t(repeat)}</li>
      {tool.maxResultChars !== undefined && <li>{t('tools.details.cap', { count: tool.maxResultChars })}</li>}
      {tool.returnsUntrusted === true && <li>{t('tools.details.untrusted')}</li>}
    </ul>
  );
}
