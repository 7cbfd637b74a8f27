import {
  Ban,
  Check,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Clock3,
  Hand,
  LoaderCircle,
  type LucideIcon,
  X,
} from 'lucide-react';
import type { ToolState } from '@/lib/client/run-view';

interface ToolLook {
  readonly label: `chat.tool.${ToolState}`;
  readonly icon: LucideIcon;
  readonly color: string;
  /** Whether it is over, one way or another. */
  readonly isSettled: boolean;
}

/** Every state has a name, a sign and a colour; amber only where Metona acts or waits. */
export const toolLooks: Readonly<Record<ToolState, ToolLook>> = {
  receiving: { label: 'chat.tool.receiving', icon: CircleDashed, color: 'text-amber', isSettled: false },
  queued: { label: 'chat.tool.queued', icon: Clock3, color: 'text-dim', isSettled: false },
  awaiting: { label: 'chat.tool.awaiting', icon: Hand, color: 'text-amber', isSettled: false },
  running: { label: 'chat.tool.running', icon: LoaderCircle, color: 'text-amber', isSettled: false },
  done: { label: 'chat.tool.done', icon: Check, color: 'text-green', isSettled: true },
  failed: { label: 'chat.tool.failed', icon: X, color: 'text-red', isSettled: true },
  denied: { label: 'chat.tool.denied', icon: Ban, color: 'text-dim', isSettled: true },
  cancelled: { label: 'chat.tool.cancelled', icon: CircleSlash, color: 'text-dim', isSettled: true },
  unknown: { label: 'chat.tool.unknown', icon: CircleHelp, color: 'text-orange', isSettled: true },
};
