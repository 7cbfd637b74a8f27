import type { McpError, McpErrorCode } from '@/lib/client/mcp';
import type { PlainMessageKey, Translate } from '@/lib/i18n';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { Notice } from '../../ui/notice';

const causes: Readonly<Record<McpErrorCode, PlainMessageKey>> = {
  forbidden_address: 'mcp.error.forbidden_address',
  unreachable: 'mcp.error.unreachable',
  timeout: 'mcp.error.timeout',
  redirect: 'mcp.error.redirect',
  too_large: 'mcp.error.too_large',
  sign_in_needed: 'mcp.error.sign_in_needed',
  refused: 'mcp.error.refused',
  not_mcp: 'mcp.error.not_mcp',
  protocol: 'mcp.error.protocol',
  no_sign_in: 'mcp.error.no_sign_in',
  cancelled: 'mcp.error.cancelled',
  busy: 'mcp.error.busy',
};

/** What went wrong with which server. */
export function failureText(name: string, { code }: McpError, t: Translate): string {
  return t('mcp.failed', { name, reason: t(causes[code]) });
}

export function McpFailureNotice({ name, error }: { readonly name: string; readonly error: McpError }) {
  const t = useT();
  return (
    <Notice tone="error">
      <p className="font-medium">{failureText(name, error, t)}</p>
      <details className="mt-1 text-xs">
        <summary className="w-fit cursor-pointer text-dim">{t('mcp.said')}</summary>
        <p lang="en" className="mt-1 break-words">
          {revealLine(error.message)}
        </p>
      </details>
    </Notice>
  );
}
