'use client';

import type { PolicyRule } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n';
import type { MetonaRiskLevel } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Badge, type Tone } from '../ui/badge';
import { Select } from '../ui/input';
import type { PermissionGroup } from './permission-groups';

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

export type ChooseRule = (name: string, rule: PolicyRule | undefined) => void;

interface RuleSelectProps {
  /** The permission or tool the rule is for. */
  readonly name: string;
  readonly rule: PolicyRule | undefined;
  /** What holds without a rule. */
  readonly otherwise: string;
  readonly onChoose: ChooseRule;
}

export function RuleSelect({ name, rule, otherwise, onChoose }: RuleSelectProps) {
  const t = useT();
  return (
    <Select
      aria-label={t('settings.permissions.ruleFor', { name })}
      fit
      className="min-w-44"
      value={rule ?? ''}
      onChange={(event) =>
        onChoose(
          name,
          rules.find((value) => value === event.target.value),
        )
      }
    >
      <option value="">{otherwise}</option>
      {rules.map((value) => (
        <option key={value} value={value}>
          {t(ruleLabels[value])}
        </option>
      ))}
    </Select>
  );
}

interface PolicyRowProps {
  readonly group: PermissionGroup;
  readonly policy: Readonly<Record<string, PolicyRule>>;
  readonly onChoose: ChooseRule;
}

/** One permission and, folded away, the tools that ask for it; a rule for a tool opens the fold. */
export function PolicyRow({ group, policy, onChoose }: PolicyRowProps) {
  const t = useT();
  const { permission, tools } = group;
  const own = tools.filter((name) => name !== permission);
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-52 flex-wrap items-center gap-2">
          <span className="break-all font-mono text-xs">{permission}</span>
          <Badge tone={riskTones[group.riskLevel]}>{t(riskLabels[group.riskLevel])}</Badge>
        </p>
        <RuleSelect
          name={permission}
          rule={policy[permission]}
          otherwise={t('settings.permissions.byRisk', { rule: t(ruleLabels[group.byDefault]) })}
          onChoose={onChoose}
        />
      </div>
      {own.length > 0 && (
        <details open={own.some((name) => policy[name] !== undefined)}>
          <summary className="cursor-pointer truncate py-1 text-faint text-xs">
            {t('settings.permissions.tools', { names: own.join(', ') })}
          </summary>
          <ul className="flex flex-col gap-2 pt-1 pl-4">
            {own.map((name) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="min-w-0 flex-1 basis-44 break-all font-mono text-xs">{name}</span>
                <RuleSelect
                  name={name}
                  rule={policy[name]}
                  otherwise={t('settings.permissions.asPermission')}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
