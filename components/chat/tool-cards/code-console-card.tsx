'use client';

import { useT } from '../../i18n/i18n-provider';
import { LongText } from '../long-text';
import { RevealedText } from '../revealed-text';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, listOf, textOf } from './read-value';

const mostLines = 500;

type Fields = NonNullable<ReturnType<typeof fieldsOf>>;

/** What a program printed, what it came to, or why it stopped. */
export function CodeConsoleCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const fields = fieldsOf(value);
  const lines = fields && listOf(fields, 'console', mostLines);
  if (!fields || !lines) return fallback;
  const error = fieldsOf(fields.error);
  const result = textOf(fields, 'result');
  return (
    <section aria-label={t('chat.tool.result')} data-testid="code-console-card" className="flex min-w-0 flex-col gap-2">
      {lines.length > 0 && <ConsoleLines lines={lines} />}
      {fields.console_cut === true && <p className="text-faint text-xs">{t('data.console.cut')}</p>}
      {error && (
        <p className="text-red [overflow-wrap:anywhere]">
          <RevealedText text={textOf(error, 'message')} />
        </p>
      )}
      {result !== '' && (
        <div className="flex min-w-0 flex-col gap-1">
          <h4 className="text-faint text-xs">{t('data.console.value')}</h4>
          <LongText text={result} />
        </div>
      )}
      {lines.length === 0 && !error && result === '' && <p className="text-dim text-xs">{t('data.console.nothing')}</p>}
    </section>
  );
}

function ConsoleLines({ lines }: { lines: readonly Fields[] }) {
  const t = useT();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h4 className="text-faint text-xs">{t('data.console.title')}</h4>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-lg border border-line-soft bg-code px-3 py-2 font-mono text-xs leading-relaxed"
      >
        {lines
          .map((line, at) => ({ line, key: `${at}` }))
          .map(({ line, key }) => (
            <li key={key} className={lookOf(textOf(line, 'level'))}>
              <LevelName level={textOf(line, 'level')} />
              <RevealedText text={textOf(line, 'text')} />
            </li>
          ))}
      </ol>
    </div>
  );
}

function lookOf(level: string): string {
  if (level === 'error') return 'text-red';
  return level === 'warn' ? 'text-orange' : 'text-text';
}

/** Colour alone says nothing to those who do not see it. */
function LevelName({ level }: { level: string }) {
  const t = useT();
  if (level !== 'error' && level !== 'warn') return null;
  return <span className="sr-only">{t(level === 'error' ? 'data.console.error' : 'data.console.warning')}: </span>;
}
