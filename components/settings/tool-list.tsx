'use client';

import { type ReactNode, useId, useState } from 'react';
import type { PolicyRule, ToolView } from '@/lib/client/resources';
import type { PlainMessageKey, Translate } from '@/lib/i18n';
import type { MetonaToolCategory } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';
import { Select } from '../ui/input';
import { LoadState } from '../ui/load-state';
import { SearchField } from '../ui/search-field';
import { RowBox } from '../ui/section';
import { aboutTool } from './tool-about';
import { filterTools, groupByOrigin, type ToolGroup } from './tool-groups';
import { originTitle } from './tool-origin';
import { ToolRow } from './tool-row';
import { useToolPolicy } from './use-tool-policy';

const categoryLabels: Readonly<Record<MetonaToolCategory, PlainMessageKey>> = {
  filesystem: 'tools.category.filesystem',
  search: 'tools.category.search',
  calculation: 'tools.category.calculation',
  code_execution: 'tools.category.code',
  network: 'tools.category.network',
  database: 'tools.category.database',
  mcp: 'tools.category.mcp',
  custom: 'tools.category.custom',
};

const shownKeys: Readonly<Record<PolicyRule, PlainMessageKey>> = {
  allow: 'tools.show.allow',
  confirm: 'tools.show.confirm',
  deny: 'tools.show.deny',
};
const actions = Object.keys(shownKeys) as PolicyRule[];

function titleOf({ origin, category }: ToolGroup, t: Translate): string {
  return origin === null ? t(categoryLabels[category]) : originTitle(origin, t);
}

/** Every tool the reader has, to be searched and ruled. */
export function ToolList() {
  const policy = useToolPolicy();
  return (
    <LoadState data={policy.tools} error={policy.error} retry={policy.reload}>
      {(tools) => <Listed {...policy} tools={tools} />}
    </LoadState>
  );
}

type ListedProps = Pick<ReturnType<typeof useToolPolicy>, 'policy' | 'choose'> & {
  readonly tools: readonly ToolView[];
};

function Listed({ tools, policy, choose }: ListedProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [action, setAction] = useState<PolicyRule | null>(null);
  const found = filterTools(tools, { text, action }, (tool) => aboutTool(tool, t) ?? '');
  const isFiltered = text !== '' || action !== null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label={t('tools.search')} onSearch={setText} />
        <Select
          fit
          aria-label={t('tools.show.label')}
          value={action ?? ''}
          onChange={(event) => setAction(actions.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">{t('tools.show.all')}</option>
          {actions.map((one) => (
            <option key={one} value={one}>
              {t(shownKeys[one])}
            </option>
          ))}
        </Select>
      </div>
      <p role="status" className="text-faint text-xs">
        {isFiltered
          ? t('tools.found', { count: found.length, total: tools.length })
          : t('tools.count', { count: tools.length })}
      </p>
      {found.length === 0 && <EmptyState title={t('tools.none')} />}
      {groupByOrigin(found).map((group) => (
        <Group key={group.key} title={titleOf(group, t)}>
          {group.tools.map((tool) => (
            <ToolRow key={tool.name} tool={tool} policy={policy} choose={choose} />
          ))}
        </Group>
      ))}
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="break-words font-medium text-dim text-sm">
        {title}
      </h3>
      <RowBox>{children}</RowBox>
    </section>
  );
}
