'use client';

import type { GrantScope } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';

interface PermissionSessionProps {
  readonly scope: GrantScope;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** The second step before a standing permission: what it covers, to the letter. */
export function PermissionSession({ scope, isBusy, onConfirm, onBack }: PermissionSessionProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2.5">
      <p className="font-medium">{t('chat.permission.sessionTitle')}</p>
      <ul className="list-disc space-y-0.5 pl-5 text-dim">
        <li>{t('chat.permission.sessionTool', { tool: scope.tool })}</li>
        {scope.host !== undefined && <li>{t('chat.permission.sessionHost', { host: scope.host })}</li>}
        <li>{t('chat.permission.sessionChat')}</li>
      </ul>
      <p className="text-faint text-xs">{t('chat.permission.sessionRevoke')}</p>
      <div data-answers="" className="flex flex-wrap gap-2">
        <Button variant="attention" busy={isBusy} onClick={onConfirm} autoFocus>
          {t('chat.permission.sessionConfirm')}
        </Button>
        <Button disabled={isBusy} onClick={onBack}>
          {t('chat.permission.back')}
        </Button>
      </div>
    </div>
  );
}
