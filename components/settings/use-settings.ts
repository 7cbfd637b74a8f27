'use client';

import { api } from '@/lib/client/api';
import type { SettingsView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { useToast } from '../ui/toaster';

type SettingsChange = Readonly<Record<string, unknown>>;

/** An answer that does not come holds nothing up for longer, ms. */
const patienceMs = 10_000;

let saving: Promise<unknown> = Promise.resolve();

/** One change after the other, in the order they were made: sent side by side, an earlier one could arrive last. */
function saveInTurn(part: SettingsChange): Promise<SettingsView> {
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const saved = Promise.race([saving, patience]).then(async () => {
    await api.put('/api/settings', part);
    return api.get<SettingsView>('/api/settings');
  });
  saving = saved.catch(() => undefined);
  return saved;
}

/**
 * The reader's settings and how to change some of them; a change shows at once and is taken back when it fails. What
 * depends on them is told once a change is saved.
 */
export function useSettings(onSaved?: () => Promise<unknown>) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const { data, error, mutate } = useApi<SettingsView>('/api/settings');

  async function change(part: SettingsChange) {
    try {
      await mutate(saveInTurn(part), {
        optimisticData: (_stored, shown) => ({ ...shown, ...part }),
        rollbackOnError: true,
        revalidate: false,
      });
      show(t('common.saved'), 'success');
      await onSaved?.();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return { settings: data, error, reload: () => mutate(), change: (part: SettingsChange) => void change(part) };
}
