'use client';

import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ProviderTest, ProviderView } from '@/lib/client/resources';
import type { MetonaModelRef } from '@/lib/ir';
import { useT } from '../../i18n/i18n-provider';
import { errorText } from '../../i18n/use-error-text';
import { IconButton } from '../../ui/icon-button';
import { isDead, ProviderStanding, type Standing, standingOf } from '../provider-standing';

interface FallbackRowProps {
  readonly fallback: MetonaModelRef;
  readonly index: number;
  readonly count: number;
  /** Undefined when there is no such provider any more. */
  readonly provider: ProviderView | undefined;
  /** How this very model answered just now. */
  readonly tested: ProviderTest | undefined;
  readonly handle: ComponentProps<'button'>;
  readonly offset: number;
  readonly isDragged: boolean;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** It is not even asked. */
const isSkipped = (standing: Standing) => standing === 'gone' || standing === 'off' || standing === 'no_key';

/** One who takes over: its place, its own health, and how to put it elsewhere. */
export function FallbackRow(props: FallbackRowProps) {
  const { fallback, index, count, provider, tested, handle, offset, isDragged, onMove, onRemove } = props;
  const t = useT();
  const { model } = fallback;
  const standing = standingOf(provider);
  const isOut = isDead(standing) || tested?.ok === false;
  return (
    <li
      data-testid="fallback"
      data-dead={isOut}
      style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}
      className={clsx(
        'flex items-center gap-1 py-1.5 pr-2 pl-1',
        isDragged ? 'relative z-10 bg-raise shadow-float' : 'transition-transform',
      )}
    >
      <button
        type="button"
        aria-label={t('settings.general.drag', { name: model })}
        aria-describedby="fallback-keys"
        className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-faint hover:text-text active:cursor-grabbing"
        {...handle}
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
      <span className="w-4 shrink-0 text-faint text-xs tabular-nums">{index + 1}</span>
      <div className="min-w-0 flex-1">
        <p className={clsx('truncate text-sm', isOut && 'text-dim line-through')}>
          {provider?.display_name ?? fallback.provider} · <span className="font-mono text-xs">{model}</span>
        </p>
        <p className={clsx('text-xs', isOut ? 'text-red' : 'text-faint')}>
          {tested && !isDead(standing) ? <ModelTest tested={tested} /> : <ProviderStanding provider={provider} />}
          {isSkipped(standing) && ` ${t('settings.standing.passedOver')}`}
        </p>
      </div>
      <IconButton
        label={t('settings.general.moveUp', { name: model })}
        size="small"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label={t('settings.general.moveDown', { name: model })}
        size="small"
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton label={t('settings.general.removeFallback', { name: model })} size="small" danger onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

function ModelTest({ tested }: { tested: ProviderTest }) {
  const t = useT();
  if (!tested.ok) return errorText(t, tested.error?.code ?? 'unknown');
  return t('settings.standing.answered', { latency: Math.round(tested.latency_ms) });
}
