'use client';

import { useState } from 'react';
import { api } from '@/lib/client/api';
import type { ShareView } from '@/lib/client/share-resources';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { useToast } from '../ui/toaster';
import { secondsOf, shareLifetimes } from './share-lifetimes';

interface ChangeLinkDialogProps {
  readonly share: ShareView;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

const keep = 'keep';

/** When a link ends, who may open it, and what its owner calls it; what it shows stays as it is. */
export function ChangeLinkDialog({ share, onClose, onChanged }: ChangeLinkDialogProps) {
  const t = useT();
  const show = useToast();
  const [expiry, setExpiry] = useState(keep);
  const [label, setLabel] = useState(share.label ?? '');
  const [lock, setLock] = useState<'keep' | 'set' | 'none'>('keep');
  const [passphrase, setPassphrase] = useState('');
  const setsLock = lock === 'set' || (lock === 'keep' && !share.has_passphrase && passphrase !== '');

  async function save() {
    await api.patch(`/api/shares/${encodeURIComponent(share.id)}`, {
      ...(expiry !== keep && { expires_in: secondsOf(expiry) }),
      ...(label.trim() !== (share.label ?? '') && { label: label.trim() === '' ? null : label.trim() }),
      ...(setsLock && { passphrase: passphrase.trim() }),
      ...(lock === 'none' && { passphrase: null }),
    });
    show(t('common.saved'), 'success');
    await onChanged();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('sharing.change')}
      text={t('sharing.changeText')}
      confirmLabel={t('common.save')}
      danger={false}
      disabled={setsLock && passphrase.trim().length < 4}
      onConfirm={save}
    >
      <ExpiryField share={share} value={expiry} onChange={setExpiry} />
      <Field label={t('sharing.label')} note={t('common.optional')} hint={t('sharing.labelHint')}>
        {(control) => (
          <Input {...control} value={label} maxLength={100} onChange={(event) => setLabel(event.target.value)} />
        )}
      </Field>
      {share.has_passphrase && (
        <Field label={t('sharing.passphrase')}>
          {(control) => (
            <Select {...control} value={lock} onChange={(event) => setLock(event.target.value as typeof lock)}>
              <option value="keep">{t('sharing.lockKeep')}</option>
              <option value="set">{t('sharing.lockSet')}</option>
              <option value="none">{t('sharing.lockNone')}</option>
            </Select>
          )}
        </Field>
      )}
      {(!share.has_passphrase || lock === 'set') && (
        <Field
          label={t(share.has_passphrase ? 'sharing.lockSet' : 'sharing.passphrase')}
          note={share.has_passphrase ? undefined : t('common.optional')}
          hint={t('sharing.passphraseHint')}
        >
          {(control) => (
            <Input
              {...control}
              value={passphrase}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setPassphrase(event.target.value)}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}

interface ExpiryFieldProps {
  readonly share: ShareView;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ExpiryField({ share, value, onChange }: ExpiryFieldProps) {
  const t = useT();
  const format = useFormat();
  const now =
    share.expires_at === null
      ? t('sharing.expiresNever')
      : t('sharing.expiryKeep', { when: format.dateTime(share.expires_at) });
  return (
    <Field label={t('sharing.expiry')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value={keep}>{now}</option>
          {shareLifetimes.map((lifetime) => (
            <option key={lifetime.value} value={lifetime.value}>
              {t('sharing.expiryFromNow', { time: t(lifetime.label) })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
