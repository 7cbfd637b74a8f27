'use client';

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';

const linesPerPage = 500;
const longestLine = 5_000;

function watchHash(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

const readHash = () => window.location.hash;

/** The line an address names; 0 for none. */
function useMarkedLine(): number {
  const hash = useSyncExternalStore(watchHash, readHash, () => '');
  return Number(/^#L(\d{1,8})$/.exec(hash)?.[1] ?? 0);
}

const pageOf = (line: number) => Math.floor(Math.max(0, line - 1) / linesPerPage);

/** A text by its lines, a page of them at a time, with numbers that can be linked to. */
export function FileLines({ name, text }: { name: string; text: string }) {
  const t = useT();
  const marked = useMarkedLine();
  const lines = useMemo(() => text.replace(/\n$/, '').split(/\r\n|\n|\r/), [text]);
  const last = Math.max(0, Math.ceil(lines.length / linesPerPage) - 1);
  const [turned, setTurned] = useState<{ marked: number; page: number } | null>(null);
  const page = Math.min(last, turned?.marked === marked ? turned.page : pageOf(marked));
  const from = page * linesPerPage;
  const shown = lines.slice(from, from + linesPerPage).map((line, at) => ({ number: from + at + 1, line }));
  const turnTo = (next: number) => setTurned({ marked, page: next });
  if (text === '') return <p className="text-dim text-sm">{t('knowledge.file.empty')}</p>;
  return (
    <section aria-label={t('knowledge.file.text', { name })} className="flex min-w-0 flex-col gap-2">
      {page > 0 && (
        <Button size="small" className="self-center" onClick={() => turnTo(page - 1)}>
          {t('knowledge.file.earlier')}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-x-auto rounded-lg border border-line-soft bg-code py-2">
        <ol className="w-max min-w-full font-mono text-mono">
          {shown.map(({ number, line }) => (
            <Line key={number} number={number} text={line} isMarked={number === marked} />
          ))}
        </ol>
      </div>
      <p className="text-center text-faint text-xs tabular-nums">
        {t('knowledge.file.lines', { from: from + 1, to: from + shown.length, total: lines.length })}
      </p>
      {page < last && (
        <Button size="small" className="self-center" onClick={() => turnTo(page + 1)}>
          {t('knowledge.file.later')}
        </Button>
      )}
    </section>
  );
}

function Line({ number, text, isMarked }: { number: number; text: string; isMarked: boolean }) {
  const t = useT();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'center', inline: 'start' });
  }, [isMarked]);
  return (
    <li
      ref={row}
      id={`L${number}`}
      aria-current={isMarked ? 'location' : undefined}
      className={`flex scroll-mt-24 ${isMarked ? 'bg-hover shadow-[inset_3px_0_0_var(--color-cyan)]' : ''}`}
    >
      <a
        href={`#L${number}`}
        aria-label={t('knowledge.file.line', { number })}
        className="sticky left-0 w-14 shrink-0 select-none pr-3 text-right text-faint tabular-nums hover:text-text"
      >
        {number}
      </a>
      <span className="whitespace-pre pr-4">
        {text.slice(0, longestLine)}
        {text.length > longestLine && <i className="text-faint"> … {t('knowledge.file.tooLong')}</i>}
      </span>
    </li>
  );
}
