'use client';

import { type ClipboardEvent, memo, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useT } from '../../i18n/i18n-provider';
import { CopyButton } from '../../ui/copy-button';
import { currentTypeset, onTypeset, type Typeset } from './typeset';

interface FormulaProps {
  readonly tex: string;
  readonly isDisplay: boolean;
}

function setFormula(typeset: Typeset, { tex, isDisplay }: FormulaProps): ReactNode {
  try {
    return typeset(tex, isDisplay);
  } catch {
    return null;
  }
}

/** A formula. Until it is set, and where it cannot be, its source is shown; what is copied is its source. */
export const Formula = memo(function Formula({ tex, isDisplay }: FormulaProps) {
  const t = useT();
  const typeset = useSyncExternalStore(onTypeset, currentTypeset, () => null);
  const math = useMemo(
    () => (typeset === null ? null : setFormula(typeset, { tex, isDisplay })),
    [typeset, tex, isDisplay],
  );
  const isBroken = typeset !== null && math === null;
  const shown = math ?? <Source tex={tex} isBroken={isBroken} label={t('chat.math.broken')} />;

  function copySource(event: ClipboardEvent<HTMLElement>) {
    const selection = getSelection();
    const { currentTarget } = event;
    if (selection === null || !currentTarget.contains(selection.anchorNode)) return;
    if (!currentTarget.contains(selection.focusNode)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', tex);
  }

  if (!isDisplay) {
    return (
      <span data-tex={tex} onCopy={copySource}>
        {shown}
      </span>
    );
  }
  return (
    <span className="group/formula relative my-3 block">
      <span
        data-tex={tex}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onCopy={copySource}
        className="block overflow-x-auto px-8 py-1 text-center text-[1.08em]"
      >
        {shown}
      </span>
      <span className="absolute top-0 right-0 opacity-0 focus-within:opacity-100 group-hover/formula:opacity-100 pointer-coarse:opacity-100">
        <CopyButton text={tex} label={t('chat.math.copy')} />
      </span>
    </span>
  );
});

function Source({ tex, isBroken, label }: { tex: string; isBroken: boolean; label: string }) {
  return (
    <code
      className="whitespace-pre-wrap rounded bg-code px-1 py-0.5 font-mono text-[0.86em] text-dim"
      {...(isBroken && { title: label })}
    >
      {tex}
    </code>
  );
}
