'use client';

import { useMemo } from 'react';
import { type DiffRow, diffLines } from '@/lib/client/line-diff';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { LongText } from './long-text';
import { RevealedText } from './revealed-text';
import { ScrollBox } from './scroll-box';
import { revealLine } from './visible-text';

const mostRows = 400;
const mostCharacters = 400;

type LineKind = Exclude<DiffRow['kind'], 'gap'>;

const looks: Readonly<Record<LineKind, { readonly sign: string; readonly className: string }>> = {
  same: { sign: ' ', className: 'text-dim' },
  added: { sign: '+', className: 'bg-green/10 text-green' },
  removed: { sign: '−', className: 'bg-red/10 text-red' },
};

interface FileChangeProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What changes in a file, line by line; signs and words say it, not colours alone. */
export function FileChange({ path, before, after }: FileChangeProps) {
  const t = useT();
  const rows = useMemo(() => diffLines(before, after), [before, after]);
  const label = t('files.change.label', { path: revealLine(path) });
  if (rows === null) {
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-dim text-xs">{t('files.change.tooLong')}</p>
        <LongText text={after} />
      </div>
    );
  }
  if (rows.every((row) => row.kind === 'same' || row.kind === 'gap')) {
    return <p className="text-dim text-xs">{t('files.change.same')}</p>;
  }
  return <ChangeRows label={label} rows={rows} />;
}

/** Lines that came and went. */
export function ChangeRows({ label, rows }: { label: string; rows: readonly DiffRow[] }) {
  return (
    <ScrollBox label={label} className="max-h-[45dvh] border border-line-soft bg-code max-sm:max-h-[30dvh]">
      <ol data-testid="file-change" className="min-w-0 py-1 font-mono text-xs leading-relaxed">
        {rows.slice(0, mostRows).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
          <DiffLine key={at} row={row} />
        ))}
        <More count={rows.length - mostRows} />
      </ol>
    </ScrollBox>
  );
}

function More({ count }: { count: number }) {
  const t = useT();
  const format = useFormat();
  if (count <= 0) return null;
  return <li className="px-3 text-faint">{t('files.change.more', { count: format.number(count) })}</li>;
}

function DiffLine({ row }: { row: DiffRow }) {
  const t = useT();
  const format = useFormat();
  if (row.kind === 'gap') {
    return <li className="px-3 text-faint">{t('files.change.left', { count: format.number(row.count) })}</li>;
  }
  const { sign, className } = looks[row.kind];
  const text = row.text.length > mostCharacters ? `${row.text.slice(0, mostCharacters)}…` : row.text;
  return (
    <li data-kind={row.kind} className={`flex gap-2 px-3 ${className}`}>
      <span aria-hidden className="w-2 shrink-0 select-none">
        {sign}
      </span>
      {row.kind !== 'same' && <span className="sr-only">{t(`files.change.${row.kind}`)}</span>}
      <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <RevealedText text={text} />
      </span>
    </li>
  );
}
