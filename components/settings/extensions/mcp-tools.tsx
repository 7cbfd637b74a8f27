'use client';

import { useId } from 'react';
import type { McpLeftOutReason, McpServerView } from '@/lib/client/mcp';
import type { PlainMessageKey } from '@/lib/i18n';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { LoadState } from '../../ui/load-state';
import { RowBox } from '../../ui/section';
import { ToolRow } from '../tool-row';
import { useToolPolicy } from '../use-tool-policy';

const reasons: Readonly<Record<McpLeftOutReason, PlainMessageKey>> = {
  no_name: 'mcp.leftOutReason.no_name',
  name_taken: 'mcp.leftOutReason.name_taken',
  bad_schema: 'mcp.leftOutReason.bad_schema',
  schema_too_large: 'mcp.leftOutReason.schema_too_large',
  too_many: 'mcp.leftOutReason.too_many',
};

/** What a server offers, with the rule for each tool. */
export function McpTools({ server }: { server: McpServerView }) {
  const t = useT();
  const id = useId();
  if (server.state === 'unchecked' && server.tools.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h3 id={id} className="font-medium text-sm">
        {t('mcp.tools')}
      </h3>
      {server.enabled ? <OfferedTools server={server} /> : <p className="text-dim text-sm">{t('mcp.toolsOff')}</p>}
      <LeftOutTools server={server} />
    </section>
  );
}

function OfferedTools({ server }: { server: McpServerView }) {
  const t = useT();
  const { tools, policy, choose, error, reload } = useToolPolicy();
  if (server.tools.length === 0) return <p className="text-dim text-sm">{t('mcp.noTools')}</p>;
  return (
    <LoadState data={tools} error={error} retry={reload}>
      {(all) => (
        <RowBox>
          {all
            .filter(({ origin }) => origin?.kind === 'mcp' && origin.id === server.id)
            .map((tool) => (
              <ToolRow key={tool.name} tool={tool} policy={policy} choose={choose} />
            ))}
        </RowBox>
      )}
    </LoadState>
  );
}

function LeftOutTools({ server }: { server: McpServerView }) {
  const t = useT();
  const { left_out: leftOut } = server;
  if (leftOut.length === 0) return null;
  return (
    <div className="text-dim text-sm">
      <p>{t('mcp.leftOut', { count: leftOut.length })}</p>
      <ul className="list-disc pl-5">
        {leftOut.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may have the same name, or none
          <li key={index} className="break-words">
            <span className="font-mono text-xs">{revealLine(name)}</span> {t(reasons[reason])}
          </li>
        ))}
      </ul>
    </div>
  );
}
