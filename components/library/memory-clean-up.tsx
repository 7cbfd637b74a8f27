'use client';

import { useState } from 'react';
import { type CleanUpStepView, memoryCareApi } from '@/lib/client/memory-care';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { LoadState } from '../ui/load-state';
import { useToast } from '../ui/toaster';
import { archiveReasonLabels } from './memory-labels';

interface MemoryCleanUpProps {
  readonly onChanged: () => Promise<unknown>;
}

/** A button, and behind it what would go before anything goes. */
export function MemoryCleanUp({ onChanged }: MemoryCleanUpProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('library.memories.cleanUp')}
      </Button>
      {open && <CleanUpDialog onClose={() => setOpen(false)} onChanged={onChanged} />}
    </>
  );
}

function CleanUpDialog({ onClose, onChanged }: MemoryCleanUpProps & { onClose: () => void }) {
  const t = useT();
  const show = useToast();
  const preview = useApi<{ items: readonly CleanUpStepView[] }>(memoryCareApi.cleanUp, { revalidateOnFocus: false });
  /** What the reader has set against what is offered. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const steps = preview.data?.items ?? [];
  const isChosen = ({ memory, suggestion }: CleanUpStepView) => turned.has(memory.id) === suggestion;
  const chosen = steps.filter(isChosen).map(({ memory }) => memory.id);

  function turn(id: string) {
    setTurned((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }

  async function run() {
    const { archived, deleted } = await memoryCareApi.runCleanUp(chosen);
    show(t('library.memories.cleanedUp', { archived, deleted }), 'success');
    await Promise.all([onChanged(), preview.mutate()]);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('library.memories.cleanUpTitle')}
      text={t('library.memories.cleanUpText')}
      confirmLabel={t('library.memories.cleanUpRun', { count: chosen.length })}
      danger={false}
      disabled={chosen.length === 0}
      onConfirm={run}
    >
      <LoadState data={preview.data} error={preview.error} retry={() => preview.mutate()}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-dim text-sm">{t('library.memories.cleanUpNone')}</p>
          ) : (
            <ul className="flex max-h-[50vh] flex-col gap-3 overflow-y-auto">
              {items.map((step) => (
                <CleanUpRow key={step.memory.id} step={step} checked={isChosen(step)} onTurn={turn} />
              ))}
            </ul>
          )
        }
      </LoadState>
    </ConfirmDialog>
  );
}

interface CleanUpRowProps {
  readonly step: CleanUpStepView;
  readonly checked: boolean;
  readonly onTurn: (id: string) => void;
}

function CleanUpRow({ step, checked, onTurn }: CleanUpRowProps) {
  const t = useT();
  const { memory, keeps, action, reason, suggestion } = step;
  const why = suggestion ? 'library.memories.similar' : archiveReasonLabels[reason];
  return (
    <li>
      <label className="flex items-start gap-2.5 text-sm">
        <input type="checkbox" className="mt-1" checked={checked} onChange={() => onTurn(memory.id)} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-3 whitespace-pre-wrap">{memory.content}</span>
          <span className="block text-faint text-xs">
            {t(why)} · {t(action === 'delete' ? 'library.memories.isDeleted' : 'library.memories.isArchived')}
          </span>
          {keeps && (
            <span className="line-clamp-2 text-faint text-xs">
              {t('library.memories.keeps', { text: keeps.content })}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}
