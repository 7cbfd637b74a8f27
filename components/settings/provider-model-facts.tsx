'use client';

import { Braces, Brain, Eye, Wrench } from 'lucide-react';
import type { ModelView } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';

interface Capability {
  readonly field: 'supportsToolCalling' | 'supportsImages' | 'supportsThinking' | 'supportsStructuredOutput';
  readonly label: PlainMessageKey;
  readonly icon: typeof Brain;
}

const capabilities: readonly Capability[] = [
  { field: 'supportsToolCalling', label: 'settings.models.tools', icon: Wrench },
  { field: 'supportsImages', label: 'settings.models.images', icon: Eye },
  { field: 'supportsThinking', label: 'settings.models.thinking', icon: Brain },
  { field: 'supportsStructuredOutput', label: 'settings.models.structured', icon: Braces },
];

/** What a model can do, as small signs with names. */
export function ModelBadges({ model, brief = false }: { model: ModelView; brief?: boolean }) {
  const t = useT();
  const shown = capabilities.filter(({ field }) => model[field] && !(brief && field === 'supportsStructuredOutput'));
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-faint">
      {shown.map(({ field, label, icon: Icon }) => (
        <span key={field} title={t(label)} className="inline-flex">
          <Icon aria-hidden className="size-3.5" />
          <span className="sr-only">{t(label)}</span>
        </span>
      ))}
    </span>
  );
}

export function ModelPrice({ model }: { model: ModelView }) {
  const t = useT();
  const { date, price: money } = useFormat();
  const { pricing } = model;
  if (pricing === undefined) return null;
  const { currency, inputPerMillion, outputPerMillion, asOf } = pricing;
  const price = t('settings.models.price', {
    input: money(inputPerMillion, currency),
    output: money(outputPerMillion, currency),
  });
  const since = asOf
    ? t('settings.models.priceAsOf', { date: date(`${asOf}T12:00:00`) })
    : t('settings.models.priceFromList');
  return (
    <span>
      {price} <span className="text-faint">({since})</span>
    </span>
  );
}
