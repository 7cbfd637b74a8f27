'use client';

import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from './icon-button';
import { useFocusReturn } from './use-focus-return';

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  /** The row of buttons at the end. */
  readonly footer?: ReactNode;
  readonly wide?: boolean | undefined;
  readonly children?: ReactNode;
}

/** A modal: traps the focus, gives it back, closes on Escape; from the bottom edge on phones. */
export function Dialog({ open, onOpenChange, title, description, footer, wide = false, children }: DialogProps) {
  const t = useT();
  const { remember, giveBack } = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed z-50 flex animate-rise flex-col border border-line bg-card shadow-float',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92dvh] max-sm:rounded-t-2xl max-sm:border-x-0 max-sm:border-b-0',
            'sm:top-1/2 sm:left-1/2 sm:max-h-[86dvh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl',
            wide ? 'sm:w-[min(44rem,calc(100vw-2rem))]' : 'sm:w-[min(29rem,calc(100vw-2rem))]',
          )}
        >
          <Primitive.Title className="px-5 pt-5 pr-14 pb-1 font-semibold text-lg">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="px-5 pb-1 text-dim text-sm">{description}</Primitive.Description>
          )}
          {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 py-3">{children}</div>}
          {footer && <footer className="flex flex-wrap justify-end gap-2 px-5 pt-2 pb-5">{footer}</footer>}
          <Primitive.Close asChild>
            <IconButton label={t('common.close')} className="absolute top-3.5 right-3.5">
              <X />
            </IconButton>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
