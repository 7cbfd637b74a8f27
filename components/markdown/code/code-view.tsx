'use client';

import { WrapText } from 'lucide-react';
import { memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n-provider';
import { IconButton } from '../../ui/icon-button';
import { useSeen } from '../use-seen';
import { CopyCode } from './copy-code';
import type { CodeRun } from './highlighter';
import { useHighlight } from './use-highlight';

export interface CodeViewProps {
  /** The first word behind the fence. */
  readonly language: string;
  /** Finished pages of the text; they keep their identity. */
  readonly pages: readonly string[];
  readonly page: string;
  /** Whether nothing more will come: only then it is coloured. */
  readonly isComplete: boolean;
  /** More buttons for its head. */
  readonly children?: ReactNode;
}

const wrapping = 'whitespace-pre-wrap break-words';
const longLine = /[^\n]{41}/;

/** Code with its language, a copy button and, where lines are long, a switch that wraps them. */
export function CodeView({ language, pages, page, isComplete, children }: CodeViewProps) {
  const t = useT();
  const figure = useRef<HTMLElement>(null);
  const isSeen = useSeen(figure, isComplete);
  const [isWrapped, setIsWrapped] = useState(false);
  const code = useMemo(() => (isComplete ? pages.join('') + page : null), [isComplete, pages, page]);
  const coloured = useHighlight(isSeen ? code : null, language);
  return (
    <figure ref={figure} className="my-3 overflow-hidden rounded-lg border border-line-soft bg-code">
      <figcaption className="flex items-center gap-0.5 border-line-soft border-b py-0.5 pr-1 pl-3 text-faint text-xs">
        <span className="mr-auto min-w-0 truncate font-mono">{language || t('chat.code.plain')}</span>
        {children}
        {code !== null && longLine.test(code) && (
          <IconButton
            label={t('chat.code.wrap')}
            size="small"
            aria-pressed={isWrapped}
            className="aria-pressed:bg-hover aria-pressed:text-text"
            onClick={() => setIsWrapped(!isWrapped)}
          >
            <WrapText />
          </IconButton>
        )}
        <CopyCode pages={pages} page={page} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className={`px-3 py-2.5 font-mono text-mono ${isWrapped ? wrapping : 'overflow-x-auto'}`}
      >
        <code>
          {coloured === null && pages.map((text, index) => <CodePage key={index} text={text} />)}
          {coloured?.slices.map((runs, index) => (
            <ColouredSlice key={index} runs={runs} />
          ))}
          <CodePage text={coloured === null ? page : coloured.rest} />
        </code>
      </pre>
    </figure>
  );
}

const CodePage = memo(function CodePage({ text }: { text: string }) {
  return <span>{text}</span>;
});

const ColouredSlice = memo(function ColouredSlice({ runs }: { runs: readonly CodeRun[] }) {
  return runs.map(({ text, className }, index) =>
    className === null ? (
      text
    ) : (
      <span key={index} className={className}>
        {text}
      </span>
    ),
  );
});
