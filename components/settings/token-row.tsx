'use client';

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/lib/client/api';
import type { TokenView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Facts } from '../ui/facts';
import { IconButton } from '../ui/icon-button';
import { Time } from '../ui/time';

interface TokenRowProps {
  readonly token: TokenView;
  readonly onDeleted: () => Promise<unknown>;
}

export function TokenRow({ token, onDeleted }: TokenRowProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);

  async function remove() {
    await api.delete(`/api/tokens/${encodeURIComponent(token.id)}`);
    await onDeleted();
  }

  return (
    <li className="flex items-center gap-4 py-2.5 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{token.name}</p>
        <Facts>
          <span className="font-mono">mtn_••••{token.last4}</span>
          <span>
            {t('settings.tokens.created')} <Time value={token.created_at} />
          </span>
          <span>
            {token.last_used_at ? (
              <>
                {t('settings.tokens.lastUsed')} <Time value={token.last_used_at} />
              </>
            ) : (
              t('settings.tokens.neverUsed')
            )}
          </span>
        </Facts>
      </div>
      <IconButton label={t('settings.tokens.deleteName', { name: token.name })} danger onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('settings.tokens.deleteTitle', { name: token.name })}
        text={t('settings.tokens.deleteText')}
        confirmLabel={t('common.delete')}
        onConfirm={remove}
      />
    </li>
  );
}
