'use client';

import type { PolicyRule } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { Select } from '../ui/input';

const rules = ['allow', 'confirm', 'deny'] as const satisfies readonly PolicyRule[];

export const ruleLabels: Readonly<Record<PolicyRule, PlainMessageKey>> = {
  allow: 'tools.rule.allow',
  confirm: 'tools.rule.confirm',
  deny: 'tools.rule.deny',
};

interface RuleSelectProps {
  /** The permission or tool the rule is for. */
  readonly name: string;
  readonly rule: PolicyRule | undefined;
  /** What holds without a rule. */
  readonly otherwise: string;
  readonly onChoose: (name: string, rule: PolicyRule | undefined) => void;
}

export function RuleSelect({ name, rule, otherwise, onChoose }: RuleSelectProps) {
  const t = useT();
  return (
    <Select
      aria-label={t('tools.rule.of', { name })}
      fit
      className="min-w-44 max-sm:w-full"
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
