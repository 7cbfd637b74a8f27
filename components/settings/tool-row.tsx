'use client';

import { useState } from 'react';
import type { ToolView } from '@/lib/client/resources';
import { revealLine } from '../chat/visible-text';
import { useT } from '../i18n/i18n-provider';
import { RiskBadge } from './risk-badge';
import { RuleSelect, ruleLabels } from './rule-select';
import { aboutTool } from './tool-about';
import { ToolDetails } from './tool-details';
import { standingText } from './tool-standing';
import type { useToolPolicy } from './use-tool-policy';

type RowProps = Pick<ReturnType<typeof useToolPolicy>, 'policy' | 'choose'> & { readonly tool: ToolView };

/** One tool: what it does, what is in force for it and why, its rule, and folded away all there is to know. */
export function ToolRow({ tool, policy, choose }: RowProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const { name, permission, standing } = tool;
  const inherited = permission === undefined ? undefined : policy[permission];
  const about = aboutTool(tool, t);
  return (
    <li className="px-4 py-3" data-testid="tool-row" data-tool={name}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h4 className="flex flex-wrap items-center gap-2 font-normal">
            <span className="break-all font-mono text-sm">{name}</span>
            <RiskBadge level={tool.riskLevel} />
          </h4>
          {about === null ? (
            <p lang="en" className="line-clamp-3 break-words text-dim text-sm">
              {revealLine(tool.description.slice(0, 400))}
            </p>
          ) : (
            <p className="text-dim text-sm">{about}</p>
          )}
          <p className="mt-0.5 text-faint text-xs" data-testid="tool-standing">
            {standingText(tool, t)}
          </p>
        </div>
        <RuleSelect
          name={name}
          rule={policy[name]}
          otherwise={
            inherited === undefined
              ? t('tools.rule.byDefault', { rule: t(ruleLabels[standing.by_default]) })
              : t('tools.rule.asPermission', { rule: t(ruleLabels[inherited]) })
          }
          onChoose={choose}
        />
      </div>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer py-1 text-faint text-xs hover:text-text">
          {t('tools.details.open')}
          <span className="sr-only"> {name}</span>
        </summary>
        {isOpen && <ToolDetails tool={tool} />}
      </details>
    </li>
  );
}
