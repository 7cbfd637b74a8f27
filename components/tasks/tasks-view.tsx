'use client';

import { ListTodo } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { RowBox, Section } from '../ui/section';
import { QuickTask } from './quick-task';
import { TaskFilter, type TaskFilterValue } from './task-filter';
import { taskStatusLabels } from './task-labels';
import { TaskRow } from './task-row';
import { useTaskLists } from './use-task-lists';

const everything: TaskFilterValue = { query: '', status: 'open', due: 'any' };

/** What is to be done, what is begun, and on demand what is over. */
export function TasksView() {
  const t = useT();
  const [filter, setFilter] = useState(everything);
  const field = useRef<HTMLInputElement>(null);
  const lists = useTaskLists(filter);
  const change = useCallback((part: Partial<TaskFilterValue>) => setFilter((now) => ({ ...now, ...part })), []);
  const onQuery = useCallback((query: string) => change({ query }), [change]);
  return (
    <Page title={t('tasks.title')} text={t('tasks.text')}>
      <QuickTask field={field} onAdded={lists.refresh} />
      <TaskFilter value={filter} onQuery={onQuery} onChange={change} />
      {lists.isEmpty && <NoTasks filter={filter} />}
      {lists.shown.map(({ status, pages }) =>
        pages.items?.length === 0 ? null : (
          <Section key={status} title={t(taskStatusLabels[status])}>
            <PagedList pages={pages} empty={null}>
              {(tasks) => (
                <RowBox>
                  {tasks.map((task) => (
                    <TaskRow
                      key={task.id}
                      task={task}
                      onChanged={lists.refresh}
                      focusElsewhere={() => field.current?.focus()}
                    />
                  ))}
                </RowBox>
              )}
            </PagedList>
          </Section>
        ),
      )}
    </Page>
  );
}

function NoTasks({ filter }: { filter: TaskFilterValue }) {
  const t = useT();
  const isFiltered = filter.query !== '' || filter.due !== 'any' || filter.status !== 'open';
  if (isFiltered) return <p className="text-dim text-sm">{t('tasks.noHits')}</p>;
  return <EmptyState icon={<ListTodo />} title={t('tasks.none')} text={t('tasks.noneText')} />;
}
