import type { MetonaRiskLevel, PermissionStatus } from '@/lib/ir';
import type { Tone } from '../ui/badge';

type RiskLabel = `chat.permission.risk${Capitalize<MetonaRiskLevel>}`;

export const riskLooks: Readonly<Record<MetonaRiskLevel, { label: RiskLabel; tone: Tone }>> = {
  safe: { label: 'chat.permission.riskSafe', tone: 'neutral' },
  low: { label: 'chat.permission.riskLow', tone: 'neutral' },
  medium: { label: 'chat.permission.riskMedium', tone: 'neutral' },
  high: { label: 'chat.permission.riskHigh', tone: 'bad' },
  critical: { label: 'chat.permission.riskCritical', tone: 'bad' },
};

export const statusLabels: Readonly<Record<PermissionStatus, `chat.permission.${PermissionStatus}`>> = {
  open: 'chat.permission.open',
  allowed_once: 'chat.permission.allowed_once',
  allowed_session: 'chat.permission.allowed_session',
  denied: 'chat.permission.denied',
  expired: 'chat.permission.expired',
  cancelled: 'chat.permission.cancelled',
};
