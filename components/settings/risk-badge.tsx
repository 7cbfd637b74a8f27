'use client';

import type { PlainMessageKey } from '@/lib/i18n';
import type { MetonaRiskLevel } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Badge, type Tone } from '../ui/badge';

const labels: Readonly<Record<MetonaRiskLevel, PlainMessageKey>> = {
  safe: 'chat.permission.riskSafe',
  low: 'chat.permission.riskLow',
  medium: 'chat.permission.riskMedium',
  high: 'chat.permission.riskHigh',
  critical: 'chat.permission.riskCritical',
};

const tones: Readonly<Record<MetonaRiskLevel, Tone>> = {
  safe: 'neutral',
  low: 'neutral',
  medium: 'neutral',
  high: 'bad',
  critical: 'bad',
};

export function RiskBadge({ level }: { level: MetonaRiskLevel }) {
  const t = useT();
  return <Badge tone={tones[level]}>{t(labels[level])}</Badge>;
}
