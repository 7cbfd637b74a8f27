'use client';

import { useState } from 'react';
import type { ToolPart } from '@/lib/client/run-view';
import { useT } from '../i18n/i18n-provider';
import { CopyButton } from '../ui/copy-button';
import { KeyValues } from './key-values';
import { LongText } from './long-text';
import { ScrollBox } from './scroll-box';

/** What a call was given: as named values, as JSON on request, as raw text when it is no JSON. */
export function ToolArguments({ part }: { part: ToolPart }) {
  const t = useT();
  const [isRaw, setIsRaw] = useState(false);
  const { call } = part;
  const raw = call?.rawArgs ?? (call === null ? part.argumentChunks.join('') : JSON.stringify(call.args, null, 2));
  const isReadable = call !== null && call.parseError === undefined;
  const isEmpty = isReadable && Object.keys(call.args).length === 0;
  return (
    <section className="flex flex-col gap-1.5">
      <header className="flex items-center gap-2 text-faint text-xs">
        <h3 className="flex-1">{t('chat.tool.arguments')}</h3>
        {isReadable && !isEmpty && (
          <button
            type="button"
            className="underline underline-offset-3 hover:text-text"
            onClick={() => setIsRaw(!isRaw)}
          >
            {isRaw ? t('chat.tool.fields') : t('chat.tool.raw')}
          </button>
        )}
        <CopyButton text={raw} label={t('chat.tool.copyArguments')} />
      </header>
      {call?.parseError !== undefined && (
        <p className="text-red">{t('chat.tool.badArguments', { reason: call.parseError })}</p>
      )}
      {isEmpty && <p className="text-dim">{t('chat.tool.noArguments')}</p>}
      {isReadable && !isEmpty && !isRaw && (
        <ScrollBox label={t('chat.tool.arguments')} className="max-h-72">
          <KeyValues values={call.args} />
        </ScrollBox>
      )}
      {!isEmpty && (isRaw || !isReadable) && <LongText text={raw} />}
    </section>
  );
}
