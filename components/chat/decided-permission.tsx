'use client';

import { Ban, Check, CircleSlash, Clock3, type LucideIcon } from 'lucide-react';
import type { PermissionPart } from '@/lib/client/run-view';
import type { PermissionStatus } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Time } from '../ui/time';
import { statusLabels } from './permission-look';

const icons: Readonly<Record<PermissionStatus, LucideIcon>> = {
  open: Clock3,
  allowed_once: Check,
  allowed_session: Check,
  denied: Ban,
  expired: Ban,
  cancelled: CircleSlash,
};

/** What became of a question, and when. */
export function DecidedPermission({ part }: { part: PermissionPart }) {
  const t = useT();
  const Icon = icons[part.status];
  const { decision_reason: reason } = part.request;
  return (
    <p
      data-testid="permission-card"
      data-state={part.status}
      data-request={part.request.id}
      className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-dim text-xs"
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span>{t(statusLabels[part.status])}</span>
      <span className="font-mono text-faint">{part.request.tool_call.name}</span>
      {part.decidedAt !== null && (
        <span className="text-faint">
          <Time value={part.decidedAt} />
        </span>
      )}
      {part.decidedBy === 'user' && <span className="text-faint">{t('chat.permission.byYou')}</span>}
      {reason && <span className="min-w-0 break-words">“{reason}”</span>}
    </p>
  );
}
