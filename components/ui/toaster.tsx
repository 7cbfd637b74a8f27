'use client';

import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from './icon-button';
import { Notice, type NoticeTone } from './notice';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: NoticeTone;
}

/** Shows a short message in the corner; errors stay until they are closed. */
export type ShowToast = (text: string, tone?: NoticeTone) => void;

const ToastContext = createContext<ShowToast | null>(null);

const lifetimeMs = 5000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useT();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const counter = useRef(0);
  const dismiss = useCallback((id: number) => setToasts((list) => list.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (text, tone = 'info') => {
      counter.current += 1;
      const id = counter.current;
      setToasts((list) => [...list.slice(-3), { id, text, tone }]);
      if (tone !== 'error') setTimeout(() => dismiss(id), lifetimeMs);
    },
    [dismiss],
  );
  const value = useMemo(() => show, [show]);
  return (
    <ToastContext value={value}>
      {children}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-3 bottom-32 z-60 flex flex-col items-end gap-2 sm:left-auto sm:w-92"
      >
        {toasts.map((toast) => (
          <div key={toast.id} className="pointer-events-auto w-full animate-rise rounded-lg bg-card shadow-float">
            <Notice
              tone={toast.tone}
              action={
                <IconButton label={t('common.close')} size="small" onClick={() => dismiss(toast.id)}>
                  <X />
                </IconButton>
              }
            >
              {toast.text}
            </Notice>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('ToastProvider is missing');
  return show;
}
