'use client';

import { Brain } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { type MemoryView, memoryApi } from '@/lib/client/resources';
import type { RunStore } from '@/lib/client/run-store';
import type { ToolPart } from '@/lib/client/run-view';
import { useApi } from '@/lib/client/use-api';
import { useRunPart } from '@/lib/client/use-run';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { useToast } from '../ui/toaster';

const once = { revalidateOnFocus: false, shouldRetryOnError: false };

/** The memory a call of `memory.save` has left, as long as that can be read from its result. */
function savedId({ name, state, result }: ToolPart): string | null {
  if (name !== 'memory.save' || state !== 'done') return null;
  const value = result?.result;
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null;
}

/** What the model wants to keep, below the call that says so: accepted or refused without leaving the chat. */
export function SavedMemory({ store, part }: { store: RunStore; part: ToolPart }) {
  useRunPart(store, part);
  const id = savedId(part);
  return id === null ? null : <MemoryDecision id={id} />;
}

function MemoryDecision({ id }: { id: string }) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const { data: memory, error, mutate } = useApi<MemoryView>(memoryApi.path(id), once);

  async function decide(send: () => Promise<unknown>) {
    setIsBusy(true);
    try {
      await send();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
    await mutate().catch(() => undefined);
    refreshSidebar();
    setIsBusy(false);
  }

  if (error?.status === 404) return <Settled text={t('chat.memory.gone')} />;
  if (memory === undefined) return null;
  if (memory.status !== 'proposed') return <Settled text={t('chat.memory.kept')} isLink />;
  return (
    <section
      data-testid="memory-proposal"
      aria-label={t('chat.memory.proposal')}
      className="flex flex-col gap-2.5 rounded-xl border border-amber/40 bg-amber-soft px-3.5 py-3 text-sm"
    >
      <h3 className="flex items-center gap-2 font-medium text-amber text-xs">
        <Brain aria-hidden className="size-3.5" />
        {t('chat.memory.proposal')}
      </h3>
      <p className="whitespace-pre-wrap break-words">{memory.content}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="attention"
          size="small"
          busy={isBusy}
          onClick={() => void decide(() => memoryApi.accept(memory.id))}
        >
          {t('library.memories.accept')}
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void decide(() => memoryApi.remove(memory.id))}>
          {t('library.memories.refuse')}
        </Button>
      </div>
    </section>
  );
}

function Settled({ text, isLink = false }: { text: string; isLink?: boolean }) {
  const t = useT();
  return (
    <p data-testid="memory-settled" className="flex flex-wrap items-center gap-x-2 text-dim text-xs">
      <Brain aria-hidden className="size-3.5 text-faint" />
      {text}
      {isLink && (
        <Link href="/memories" prefetch={false} className="text-cyan underline underline-offset-3">
          {t('chat.memory.manage')}
        </Link>
      )}
    </p>
  );
}
