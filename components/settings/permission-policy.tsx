'use client';

import { itemsOf, type ListOf, type PolicyRule, type ToolView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { RowBox } from '../ui/section';
import { groupTools, unknownRules } from './permission-groups';
import { PolicyRow, RuleSelect } from './policy-row';
import { useSettings } from './use-settings';

/** One rule per permission that the reader's tools ask for, and one per tool where the reader wants it finer. */
export function PermissionPolicy() {
  const t = useT();
  const { settings, error, reload, change } = useSettings();
  const tools = useApi<ListOf<ToolView>>('/api/tools');
  const groups = groupTools(itemsOf(tools.data));
  const policy = settings?.['permissions.policy'] ?? {};
  const leftOver = unknownRules(policy, groups);

  function choose(name: string, rule: PolicyRule | undefined) {
    const { [name]: _, ...others } = policy;
    change({ 'permissions.policy': rule === undefined ? others : { ...others, [name]: rule } });
  }

  return (
    <LoadState
      data={settings && tools.data}
      error={error ?? tools.error}
      retry={() => Promise.all([reload(), tools.mutate()])}
    >
      {() =>
        groups.length + leftOver.length === 0 ? (
          <EmptyState title={t('settings.permissions.noTools')} />
        ) : (
          <RowBox>
            {groups.map((group) => (
              <PolicyRow key={group.permission} group={group} policy={policy} onChoose={choose} />
            ))}
            {leftOver.map((name) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
                <p className="min-w-0 flex-1 basis-52">
                  <span className="break-all font-mono text-xs">{name}</span>
                  <span className="block text-faint text-xs">{t('settings.permissions.notThere')}</span>
                </p>
                <RuleSelect
                  name={name}
                  rule={policy[name]}
                  otherwise={t('settings.permissions.noRule')}
                  onChoose={choose}
                />
              </li>
            ))}
          </RowBox>
        )
      }
    </LoadState>
  );
}
