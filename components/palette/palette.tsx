'use client';

import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { useToast } from '../ui/toaster';
import { useFocusReturn } from '../ui/use-focus-return';
import type { Entry, Step } from './entry';
import { PaletteSearch } from './palette-search';
import { rememberRecent } from './recent';

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly isAdmin: boolean;
  readonly onHelp: () => void;
  readonly onShare: (sessionId: string, title: string) => void;
}

/** Commands and search behind one field. */
export function Palette({ open, onOpenChange, isAdmin, onHelp, onShare }: PaletteProps) {
  const t = useT();
  const { remember, giveBack } = useFocusReturn();
  const run = useRun();
  const chosen = useRef<Entry | null>(null);
  const [step, setStep] = useState<Step>('all');
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onEscapeKeyDown={(event) => {
            // An input method takes Escape for itself, and a step is left before the palette is.
            if (event.isComposing || step !== 'all') event.preventDefault();
            if (!event.isComposing) setStep('all');
          }}
          onCloseAutoFocus={(event) => {
            giveBack(event);
            setStep('all');
            const entry = chosen.current;
            chosen.current = null;
            if (entry !== null) void run(entry);
          }}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[min(32rem,calc(100dvh-1rem))] max-w-xl animate-rise flex-col overflow-hidden rounded-2xl border border-line bg-card shadow-float sm:top-[12dvh] sm:max-h-[min(32rem,76dvh)]"
        >
          <Dialog.Title className="sr-only">{t('layout.palette.title')}</Dialog.Title>
          <PaletteSearch
            step={step}
            onStep={setStep}
            isAdmin={isAdmin}
            onHelp={onHelp}
            onShare={onShare}
            onChoose={(entry) => {
              chosen.current = entry;
              onOpenChange(false);
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What was found by words is not kept: words of a person would stay in the browser. */
const mayRemember = ({ id, isFound }: Entry) => isFound !== true && !id.startsWith('model:');

function useRun() {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  return async (entry: Entry) => {
    if (mayRemember(entry)) rememberRecent(entry.id);
    try {
      await entry.run?.();
    } catch (caught) {
      show(t('layout.palette.failed', { reason: errorText(caught) }), 'error');
    }
  };
}
