'use client';

import { Pencil } from 'lucide-react';
import type { ModelView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Badge } from '../ui/badge';
import { IconButton } from '../ui/icon-button';
import { ModelBadges, ModelPrice } from './provider-model-facts';

interface ProviderModelRowProps {
  readonly model: ModelView;
  /** Absent where nothing can be corrected. */
  readonly onEdit?: () => void;
}

/** One model: its name, what it can do, how much it takes in, what it costs. */
export function ProviderModelRow({ model, onEdit }: ProviderModelRowProps) {
  const t = useT();
  const { compact: tokenText } = useFormat();
  return (
    <li className="flex items-center gap-2 py-2 pr-2 pl-3" data-testid="provider-model">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <span className="min-w-0 truncate text-sm">{model.displayName}</span>
          <ModelBadges model={model} />
          {model.overridden && <Badge tone="info">{t('settings.models.overridden')}</Badge>}
        </div>
        <div className="flex flex-wrap gap-x-3 text-dim text-xs">
          {model.displayName !== model.id && <span className="min-w-0 truncate font-mono text-faint">{model.id}</span>}
          <span>{t('settings.models.window', { tokens: tokenText(model.contextWindow) })}</span>
          <ModelPrice model={model} />
        </div>
      </div>
      {onEdit && (
        <IconButton label={t('settings.models.edit', { name: model.displayName })} size="small" onClick={onEdit}>
          <Pencil />
        </IconButton>
      )}
    </li>
  );
}
