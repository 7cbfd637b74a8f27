'use client';

import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { MetonaRender, MetonaToolResult } from '@/lib/ir';
import { useT } from '../../i18n/i18n-provider';
import { ToolResult } from '../tool-result';
import type { ToolResultCardProps } from './card-props';

const note = lazy(() => import('./note-card').then((module) => ({ default: module.NoteCard })));
const skill = lazy(() => import('./skill-card').then((module) => ({ default: module.SkillCard })));
const taskList = lazy(() => import('./task-list-card').then((module) => ({ default: module.TaskListCard })));

/** Results with a look of their own; the code of each is loaded when the first one is opened. */
const cards: Readonly<Record<string, ComponentType<ToolResultCardProps>>> = {
  write_file: lazy(() => import('./written-file-card').then((module) => ({ default: module.WrittenFileCard }))),
  run_code: lazy(() => import('./code-console-card').then((module) => ({ default: module.CodeConsoleCard }))),
  query_data: lazy(() => import('./query-table-card').then((module) => ({ default: module.QueryTableCard }))),
  analyze_csv: lazy(() => import('./csv-report-card').then((module) => ({ default: module.CsvReportCard }))),
  fetch_url: lazy(() => import('./web-page-card').then((module) => ({ default: module.WebPageCard }))),
  'notes.create': note,
  'notes.read': note,
  'notes.list': note,
  'notes.search': note,
  'notes.update': note,
  'notes.move': note,
  'skills.load': skill,
  'skills.read_file': skill,
  'tasks.create': taskList,
  'tasks.update': taskList,
  'tasks.list': taskList,
  'rag.search': lazy(() => import('./rag-hits-card').then((module) => ({ default: module.RagHitsCard }))),
  web_search: lazy(() => import('./web-search-card').then((module) => ({ default: module.WebSearchCard }))),
};

/** The look that a tool without a card of its own asks for; JSON is what the plain result is. */
const hinted: Readonly<Record<MetonaRender, ComponentType<ToolResultCardProps> | null>> = {
  text: lazy(() => import('./hinted-cards').then((module) => ({ default: module.TextCard }))),
  table: lazy(() => import('./hinted-cards').then((module) => ({ default: module.TableCard }))),
  image: lazy(() => import('./hinted-cards').then((module) => ({ default: module.ImageCard }))),
  diff: lazy(() => import('./hinted-cards').then((module) => ({ default: module.DiffCard }))),
  json: null,
};

function cardOf({ toolName, render }: MetonaToolResult): ComponentType<ToolResultCardProps> | null {
  const own = Object.hasOwn(cards, toolName) ? cards[toolName] : undefined;
  return own ?? (render === undefined ? null : hinted[render]);
}

/** What came back: in the look of its tool where that has one, with the plain data a click away. */
export function ToolResultCard({ result }: { result: MetonaToolResult }) {
  const t = useT();
  const [isRaw, setIsRaw] = useState(false);
  const plain = <ToolResult result={result} />;
  const Card = cardOf(result);
  if (Card === null || !result.success) return plain;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {isRaw ? (
        plain
      ) : (
        <Suspense fallback={<div data-testid="card-loading" className="h-10" />}>
          <Card value={result.result} fallback={plain} />
        </Suspense>
      )}
      <button
        type="button"
        aria-pressed={isRaw}
        className="w-fit text-faint text-xs underline underline-offset-3 hover:text-text"
        onClick={() => setIsRaw(!isRaw)}
      >
        {t('web.card.raw')}
      </button>
    </div>
  );
}
