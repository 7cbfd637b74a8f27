'use client';

import { useState } from 'react';
import type { MemoryView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Input, Select, Textarea } from '../ui/input';
import { memoryTypeLabels, memoryTypes } from './memory-labels';

const localDay = (at: number | undefined) => {
  if (at === undefined) return '';
  const date = new Date(at);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
};

/** The last moment of the day, where the reader is. */
function endOfDay(day: string): number | null {
  return day === '' ? null : new Date(`${day}T23:59:59.999`).getTime();
}

/** What of the form is sent; what was left as it was is not. */
export function readMemoryForm(form: FormData, memory: MemoryView | undefined): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [content, summary, day] = [text('content'), text('summary'), text('expires')];
  const isNewDay = day !== localDay(memory?.expiresAt);
  const expiresAt = endOfDay(day);
  return {
    type: text('type'),
    content,
    importance: Number(form.get('importance')) / 100,
    ...(summary !== (memory?.summary ?? '') && (summary !== '' || memory) && { summary: summary || null }),
    ...(isNewDay && (expiresAt !== null || memory) && { expiresAt }),
  };
}

export function MemoryFields({ memory }: { memory: MemoryView | undefined }) {
  const t = useT();
  const [importance, setImportance] = useState(Math.round((memory?.importance ?? 0.5) * 100));
  return (
    <>
      <Field label={t('library.memories.content')}>
        {(control) => (
          <Textarea
            {...control}
            name="content"
            required
            maxLength={8000}
            rows={4}
            defaultValue={memory?.content ?? ''}
          />
        )}
      </Field>
      <Field label={t('library.memories.type')} hint={t('library.memories.typeHint')}>
        {(control) => (
          <Select {...control} name="type" defaultValue={memory?.type ?? 'semantic'}>
            {memoryTypes.map((type) => (
              <option key={type} value={type}>
                {t(memoryTypeLabels[type])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('library.memories.importance')}
        note={t('library.memories.importanceValue', { percent: importance })}
      >
        {(control) => (
          <input
            {...control}
            type="range"
            name="importance"
            min={0}
            max={100}
            step={5}
            value={importance}
            className="w-full accent-text"
            onChange={(event) => setImportance(Number(event.target.value))}
          />
        )}
      </Field>
      <Field label={t('library.memories.summary')} hint={t('library.memories.summaryHint')}>
        {(control) => <Input {...control} name="summary" maxLength={500} defaultValue={memory?.summary ?? ''} />}
      </Field>
      <Field label={t('library.memories.until')} hint={t('library.memories.untilHint')}>
        {(control) => <Input {...control} type="date" name="expires" defaultValue={localDay(memory?.expiresAt)} />}
      </Field>
    </>
  );
}
