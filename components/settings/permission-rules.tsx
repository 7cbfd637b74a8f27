'use client';

import type { ToolView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { LoadState } from '../ui/load-state';
import { RowBox } from '../ui/section';
import { groupTools, type PermissionGroup, unknownRules } from './permission-groups';
import { RiskBadge } from './risk-badge';
import { RuleSelect, ruleLabels } from './rule-select';
import { aboutPermission } from './tool-about';
import { originTitle } from './tool-origin';
import { useToolPolicy } from './use-tool-policy';

/** One rule per permission that the reader's tools ask for, and what is left of rules for tools that are gone. */
export function PermissionRules() {
  const policy = useToolPolicy();
  return (
    <LoadState data={policy.tools} error={policy.error} retry={policy.reload}>
      {(tools) => <Rules {...policy} tools={tools} />}
    </LoadState>
  );
}

type RuleProps = Pick<ReturnType<typeof useToolPolicy>, 'policy' | 'choose'>;

function Rules({ tools, policy, choose }: RuleProps & { readonly tools: readonly ToolView[] }) {
  const t = useT();
  const groups = groupTools(tools);
  return (
    <RowBox>
      {groups.map((group) => (
        <PermissionRow key={group.permission} group={group} policy={policy} choose={choose} />
      ))}
      {unknownRules(policy, tools).map((name) => (
        <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
          <p className="min-w-0 flex-1 basis-52">
            <span className="break-all font-mono text-xs">{name}</span>
            <span className="block text-faint text-xs">{t('tools.rule.notThere')}</span>
          </p>
          <RuleSelect name={name} rule={policy[name]} otherwise={t('tools.rule.none')} onChoose={choose} />
        </li>
      ))}
    </RowBox>
  );
}

function PermissionRow({ group, policy, choose }: RuleProps & { readonly group: PermissionGroup }) {
  const t = useT();
  const { permission, tools } = group;
  const about = aboutPermission(permission, t) ?? (group.origin && originTitle(group.origin, t));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-all font-mono text-xs">{permission}</span>
          <RiskBadge level={group.riskLevel} />
        </p>
        {about !== null && <p className="text-dim text-sm">{about}</p>}
        <p className="break-words text-faint text-xs">{t('tools.rule.covers', { names: tools.join(', ') })}</p>
      </div>
      <RuleSelect
        name={permission}
        rule={policy[permission]}
        otherwise={t('tools.rule.byDefault', { rule: t(ruleLabels[group.byDefault]) })}
        onChoose={choose}
      />
    </li>
  );
}
