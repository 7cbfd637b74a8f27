import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

const looks: Readonly<Record<NoticeTone, { box: string; icon: typeof Info; iconColor: string }>> = {
  info: { box: 'border-line bg-raise', icon: Info, iconColor: 'text-dim' },
  success: { box: 'border-green/35 bg-green-soft', icon: CircleCheck, iconColor: 'text-green' },
  warning: { box: 'border-orange/40 bg-raise', icon: TriangleAlert, iconColor: 'text-orange' },
  error: { box: 'border-red/35 bg-red-soft', icon: CircleAlert, iconColor: 'text-red' },
};

/** A message in its place. Errors are announced at once, the others politely. */
export function Notice({
  tone = 'info',
  action,
  children,
}: {
  tone?: NoticeTone;
  action?: ReactNode;
  children: ReactNode;
}) {
  const look = looks[tone];
  const Icon = look.icon;
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx('flex items-start gap-2.5 rounded-lg border px-3 py-2 text-sm', look.box)}
    >
      <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', look.iconColor)} />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
