'use client';

import { itemsOf, type ListOf, type PolicyRule, type ToolView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import type { PlainMessageKey } from '@/lib/i18n';
import type { MetonaRiskLevel } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Badge, type Tone } from '../ui/badge';
import { EmptyState } from '../ui/empty-state';
import { Select } from '../ui/input';
import { LoadState } from '../ui/load-state';
import { RowBox } from '../ui/section';
import { groupTools, type PermissionGroup } from './permission-groups';
import { useSettings } from './use-settings';

const rules = ['allow', 'confirm', 'deny'] as const satisfies readonly PolicyRule[];

const ruleLabels: Readonly<Record<PolicyRule, PlainMessageKey>> = {
  allow: 'settings.permissions.allow',
  confirm: 'settings.permissions.confirm',
  deny: 'settings.permissions.deny',
};

const riskLabels: Readonly<Record<MetonaRiskLevel, PlainMessageKey>> = {
  safe: 'settings.permissions.riskSafe',
  low: 'settings.permissions.riskLow',
  medium: 'settings.permissions.riskMedium',
  high: 'settings.permissions.riskHigh',
  critical: 'settings.permissions.riskCritical',
};

const riskTones: Readonly<Record<MetonaRiskLevel, Tone>> = {
  safe: 'neutral',
  low: 'neutral',
  medium: 'neutral',
  high: 'bad',
  critical: 'bad',
};

/** One rule per permission that the reader's tools ask for. */
export function PermissionPolicy() {
  const t = useT();
  const { settings, error, reload, change } = useSettings();
  const tools = useApi<ListOf<ToolView>>('/api/tools');
  const groups = groupTools(itemsOf(tools.data));
  const policy = settings?.['permissions.policy'] ?? {};

  function choose(permission: string, rule: PolicyRule | undefined) {
    const { [permission]: _, ...others } = policy;
    change({ 'permissions.policy': rule === undefined ? others : { ...others, [permission]: rule } });
  }

  return (
    <LoadState
      data={settings && tools.data}
      error={error ?? tools.error}
      retry={() => Promise.all([reload(), tools.mutate()])}
    >
      {() =>
        groups.length === 0 ? (
          <EmptyState title={t('settings.permissions.noTools')} />
        ) : (
          <RowBox>
            {groups.map((group) => (
              <PolicyRow
                key={group.permission}
                group={group}
                rule={policy[group.permission]}
                onChange={(rule) => choose(group.permission, rule)}
              />
            ))}
          </RowBox>
        )
      }
    </LoadState>
  );
}

interface PolicyRowProps {
  readonly group: PermissionGroup;
  readonly rule: PolicyRule | undefined;
  readonly onChange: (rule: PolicyRule | undefined) => void;
}

function PolicyRow({ group, rule, onChange }: PolicyRowProps) {
  const t = useT();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-all font-mono text-xs">{group.permission}</span>
          <Badge tone={riskTones[group.riskLevel]}>{t(riskLabels[group.riskLevel])}</Badge>
        </p>
        <p className="truncate text-faint text-xs">
          {t('settings.permissions.tools', { names: group.tools.join(', ') })}
        </p>
      </div>
      <Select
        aria-label={t('settings.permissions.ruleFor', { name: group.permission })}
        fit
        className="min-w-44"
        value={rule ?? ''}
        onChange={(event) => onChange(rules.find((value) => value === event.target.value))}
      >
        <option value="">{t('settings.permissions.byRisk', { rule: t(ruleLabels[group.byDefault]) })}</option>
        {rules.map((value) => (
          <option key={value} value={value}>
            {t(ruleLabels[value])}
          </option>
        ))}
      </Select>
    </li>
  );
}
