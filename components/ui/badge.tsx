import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'bad' | 'attention' | 'info';

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'border-line text-dim',
  good: 'border-green/40 text-green',
  bad: 'border-red/40 text-red',
  attention: 'border-amber/40 text-amber',
  info: 'border-cyan/40 text-cyan',
};

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex shrink-0 items-center gap-1 rounded-full border px-2 text-2xs leading-[1.15rem]',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
