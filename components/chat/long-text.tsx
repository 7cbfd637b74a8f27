'use client';

import { useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { RevealedText } from './revealed-text';
import { ScrollBox } from './scroll-box';

const SHOWN_CHARACTERS = 2000;

/** Output as it came; only the beginning of a long one until the reader wants all of it. */
export function LongText({ text }: { text: string }) {
  const t = useT();
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > SHOWN_CHARACTERS;
  return (
    <div className="min-w-0">
      <ScrollBox
        label={t('chat.code.plain')}
        className="max-h-96 border border-line-soft bg-code px-3 py-2 font-mono text-xs leading-relaxed"
      >
        <RevealedText text={isLong && !isWhole ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text} />
      </ScrollBox>
      {isLong && (
        <button
          type="button"
          className="mt-1 text-cyan text-xs underline underline-offset-3"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('chat.tool.showLess') : t('chat.tool.showAll', { count: format.number(text.length) })}
        </button>
      )}
    </div>
  );
}
