'use client';

import { memo } from 'react';
import { useT } from '../i18n/i18n-provider';
import { CopyCode } from './copy-code';

interface CodeViewProps {
  readonly language: string | undefined;
  /** Finished pages of the text; they keep their identity. */
  readonly pages: readonly string[];
  readonly page: string;
}

/** Code with its language and a copy button. It scrolls sideways by itself. */
export function CodeView({ language, pages, page }: CodeViewProps) {
  const t = useT();
  const name = (language ?? '').trim().split(/\s+/, 1)[0] || t('chat.code.plain');
  return (
    <figure className="my-3 overflow-hidden rounded-lg border border-line-soft bg-code">
      <figcaption className="flex items-center justify-between gap-2 border-line-soft border-b py-0.5 pr-1 pl-3 text-faint text-xs">
        <span className="truncate font-mono">{name}</span>
        <CopyCode pages={pages} page={page} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="overflow-x-auto px-3 py-2.5 font-mono text-[0.8125rem] leading-relaxed" tabIndex={0}>
        <code>
          {pages.map((text, index) => (
            <CodePage key={index} text={text} />
          ))}
          <CodePage text={page} />
        </code>
      </pre>
    </figure>
  );
}

const CodePage = memo(function CodePage({ text }: { text: string }) {
  return <span>{text}</span>;
});
