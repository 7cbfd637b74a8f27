'use client';

import { type CapName, capNames } from '@/lib/client/administration';
import type { PlainMessageKey } from '@/lib/i18n/catalogue';
import { useT } from '../../i18n/i18n-provider';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

const labels: Readonly<Record<CapName, PlainMessageKey>> = {
  max_runs: 'admin.maxRuns',
  max_streams: 'admin.maxStreams',
  max_files_mb: 'admin.maxFiles',
  max_memories: 'admin.maxMemories',
};
const mostOf: Readonly<Record<CapName, number>> = {
  max_runs: 10_000,
  max_streams: 10_000,
  max_files_mb: 1_000_000,
  max_memories: 100_000,
};

export interface CapField {
  /** Null: nothing differs. */
  readonly value: number | null;
  readonly placeholder: string;
  readonly hint?: string | undefined;
  /** Decided elsewhere. */
  readonly fixed?: boolean;
}

/** One number for each cap; empty where nothing differs. */
export function CapFields({ fields }: { fields: Readonly<Record<CapName, CapField>> }) {
  const t = useT();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {capNames.map((name) => {
        const { value, placeholder, hint, fixed = false } = fields[name];
        return (
          <Field key={name} label={t(labels[name])} hint={hint}>
            {(control) => (
              <Input
                {...control}
                name={name}
                type="number"
                inputMode="numeric"
                min={1}
                max={mostOf[name]}
                step={1}
                readOnly={fixed}
                defaultValue={value ?? ''}
                placeholder={placeholder}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

/** What a form says about the caps: null where a field is empty. */
export function readCaps(form: FormData): Record<CapName, number | null> {
  const read = (name: CapName) => {
    const text = String(form.get(name) ?? '').trim();
    return text === '' ? null : Number(text);
  };
  return {
    max_runs: read('max_runs'),
    max_streams: read('max_streams'),
    max_files_mb: read('max_files_mb'),
    max_memories: read('max_memories'),
  };
}
