'use client';

import Link from 'next/link';
import { api } from '@/lib/client/api';
import { type GrantView, itemsOf, type ListOf } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Facts } from '../ui/facts';
import { LoadState } from '../ui/load-state';
import { RowBox } from '../ui/section';
import { Time } from '../ui/time';
import { useToast } from '../ui/toaster';

const path = '/api/permissions/grants';

/** What the reader allowed for single chats, each with its way back. */
export function GrantList() {
  const t = useT();
  const { data, error, mutate } = useApi<ListOf<GrantView>>(path);
  return (
    <LoadState data={data} error={error} retry={() => mutate()}>
      {(list) =>
        itemsOf(list).length === 0 ? (
          <p className="text-faint text-sm">{t('settings.permissions.noGrants')}</p>
        ) : (
          <RowBox>
            {itemsOf(list).map((grant) => (
              <GrantRow key={grant.id} grant={grant} onRevoked={() => mutate()} />
            ))}
          </RowBox>
        )
      }
    </LoadState>
  );
}

function GrantRow({ grant, onRevoked }: { grant: GrantView; onRevoked: () => Promise<unknown> }) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();

  async function revoke() {
    try {
      await api.delete(`${path}/${encodeURIComponent(grant.id)}`);
      show(t('settings.permissions.revoked'), 'success');
      await onRevoked();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="break-all font-mono text-xs">
          {grant.tool}
          {grant.host && <span className="text-dim"> {t('settings.permissions.onHost', { host: grant.host })}</span>}
        </p>
        <Facts>
          <span>
            {t('settings.permissions.inChat')}{' '}
            <Link
              href={`/chat/${grant.session_id}`}
              className="inline-block max-w-60 truncate align-bottom underline underline-offset-2"
            >
              {grant.session_title || grant.session_id}
            </Link>
          </span>
          <span>
            {t('settings.permissions.until')} <Time value={grant.expires_at} absolute />
          </span>
        </Facts>
      </div>
      <Button
        size="small"
        aria-label={t('settings.permissions.revokeName', { name: grant.tool })}
        onClick={() => void revoke()}
      >
        {t('settings.permissions.revoke')}
      </Button>
    </li>
  );
}
