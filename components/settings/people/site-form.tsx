'use client';

import { type SubmitEvent, useState } from 'react';
import {
  administrationApi,
  type CapName,
  capNames,
  type SignupMode,
  type SiteSettingsView,
} from '@/lib/client/administration';
import { useApi } from '@/lib/client/use-api';
import type { PlainMessageKey } from '@/lib/i18n/catalogue';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Select } from '../../ui/input';
import { LoadState } from '../../ui/load-state';
import { Notice } from '../../ui/notice';
import { Section } from '../../ui/section';
import { useToast } from '../../ui/toaster';
import { type CapField, CapFields, readCaps } from './cap-fields';

const modes = ['invite', 'open', 'closed'] as const satisfies readonly SignupMode[];
const modeLabels: Readonly<Record<SignupMode, PlainMessageKey>> = {
  open: 'admin.signupOpen',
  invite: 'admin.signupInvite',
  closed: 'admin.signupClosed',
};
const variables: Readonly<Record<CapName, string>> = {
  max_runs: 'METONA_MAX_RUNS',
  max_streams: 'METONA_MAX_STREAMS',
  max_files_mb: 'METONA_MAX_FILES_MB',
  max_memories: 'METONA_MAX_MEMORIES',
};

/** Who may sign up, and the caps of everyone. */
export function SiteForm() {
  const t = useT();
  const { data, error, mutate } = useApi<SiteSettingsView>(administrationApi.site);
  return (
    <Section title={t('admin.site')} text={t('admin.siteText')}>
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(site) => <Loaded key={JSON.stringify(site)} site={site} onSaved={(saved) => mutate(saved, false)} />}
      </LoadState>
    </Section>
  );
}

interface LoadedProps {
  readonly site: SiteSettingsView;
  readonly onSaved: (saved: SiteSettingsView) => Promise<unknown>;
}

function useSave({ site, onSaved }: LoadedProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save(form: FormData) {
    const caps = readCaps(form);
    const free = capNames.filter((name) => site[name].from !== 'environment');
    const change = {
      ...Object.fromEntries(free.map((name) => [name, caps[name]])),
      ...(site.signup.from !== 'environment' && { signup: String(form.get('signup')) }),
    };
    setBusy(true);
    setError(undefined);
    try {
      await onSaved(await administrationApi.saveSite(change));
      show(t('common.saved'), 'success');
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, save };
}

function Loaded(props: LoadedProps) {
  const t = useT();
  const format = useFormat();
  const { site } = props;
  const { busy, error, save } = useSave(props);
  const fixedBy = (name: string) => t('admin.fromEnvironment', { name });

  const fieldOf = (name: CapName): CapField => {
    const { value, from } = site[name];
    const fixed = from === 'environment';
    const placeholder = from === 'default' ? t('admin.byDefault', { value: format.number(value) }) : '';
    return {
      value: from === 'default' ? null : value,
      placeholder,
      fixed,
      hint: fixed ? fixedBy(variables[name]) : undefined,
    };
  };

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save(new FormData(event.currentTarget));
  }

  const isFixed = site.signup.from === 'environment';
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('admin.signup')} hint={isFixed ? fixedBy('METONA_SIGNUP') : undefined}>
        {(control) => (
          <Select {...control} name="signup" defaultValue={site.signup.value} disabled={isFixed}>
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {t(modeLabels[mode])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CapFields
        fields={{
          max_runs: fieldOf('max_runs'),
          max_streams: fieldOf('max_streams'),
          max_files_mb: fieldOf('max_files_mb'),
          max_memories: fieldOf('max_memories'),
        }}
      />
      {error && <Notice tone="error">{error}</Notice>}
      <div>
        <Button type="submit" busy={busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
