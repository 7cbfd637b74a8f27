'use client';

import type { DiffRow } from '@/lib/client/line-diff';
import { useT } from '../../i18n/i18n-provider';
import { isInlineImage } from '../../markdown/safe-url';
import { CopyButton } from '../../ui/copy-button';
import { ChangeRows, FileChange } from '../file-change';
import { LongText } from '../long-text';
import type { ToolResultCardProps } from './card-props';
import { DataTable } from './data-table';
import { fieldsOf, textOf } from './read-value';
import { tableOf } from './table-of';

const MOST_IMAGES = 20;

/** The words of a result, whatever else stands beside them. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const fields = fieldsOf(value);
  return fields === null ? '' : textOf(fields, 'text') || textOf(fields, 'content');
}

export function TextCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const text = wordsOf(value);
  if (text === '') return fallback;
  return (
    <section aria-label={t('chat.tool.result')} data-testid="text-card" className="flex flex-col gap-1.5">
      <header className="flex items-center text-faint text-xs">
        <h3 className="flex-1">{t('chat.tool.result')}</h3>
        <CopyButton text={text} label={t('chat.tool.copyResult')} />
      </header>
      <LongText text={text} />
    </section>
  );
}

export function TableCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const table = tableOf(value);
  if (table === null) return fallback;
  return (
    <section aria-label={t('chat.tool.result')} data-testid="table-card" className="flex min-w-0 flex-col gap-1.5">
      <header className="flex items-center text-faint text-xs">
        <p className="flex-1">
          {t('data.table.rows', { count: table.total })}
          {table.rows.length < table.total && ` · ${t('data.table.shown', { shown: String(table.rows.length) })}`}
        </p>
        <CopyButton text={JSON.stringify(value, null, 2)} label={t('chat.tool.copyResult')} />
      </header>
      <DataTable caption={t('data.table.caption')} columns={table.columns} rows={table.rows} />
    </section>
  );
}

/** Only pictures that travel inside the result: nothing is fetched, and nothing that could hold a script is shown. */
export function ImageCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const fields = fieldsOf(value);
  const listed: unknown = typeof value === 'string' ? [value] : (fields?.images ?? [fields?.image]);
  const images = (Array.isArray(listed) ? listed : []).filter(
    (url): url is string => typeof url === 'string' && isInlineImage(url),
  );
  if (images.length === 0) return fallback;
  const words = fields === null ? '' : textOf(fields, 'text');
  return (
    <section aria-label={t('chat.tool.result')} data-testid="image-card" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {images.slice(0, MOST_IMAGES).map((url, index) => (
          <img
            key={url.slice(-64)}
            src={url}
            alt={t('chat.tool.image', { number: index + 1 })}
            className="max-h-96 max-w-full rounded-lg border border-line-soft"
          />
        ))}
      </div>
      {words !== '' && <LongText text={words} />}
    </section>
  );
}

export function DiffCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const fields = fieldsOf(value);
  const change = fields && (fieldsOf(fields.change) ?? fields);
  const path = fields === null ? '' : textOf(fields, 'path');
  if (change !== null && typeof change.before === 'string' && typeof change.after === 'string') {
    return <FileChange path={path} before={change.before} after={change.after} />;
  }
  const rows = rowsOf(typeof value === 'string' ? value : fields === null ? '' : textOf(fields, 'diff'));
  if (rows === null) return fallback;
  return <ChangeRows label={t('files.change.label', { path })} rows={rows} />;
}

/** The lines of a unified diff; null for a text that is none. */
function rowsOf(diff: string): readonly DiffRow[] | null {
  if (!/^@@ /m.test(diff)) return null;
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const isHead = /^(---|\+\+\+|@@|diff |index )/.test(line);
      if (!isHead && line.startsWith('+')) return { kind: 'added', text: line.slice(1) };
      if (!isHead && line.startsWith('-')) return { kind: 'removed', text: line.slice(1) };
      return { kind: 'same', text: isHead ? line : line.slice(1) };
    });
}
