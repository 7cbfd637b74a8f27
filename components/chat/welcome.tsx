'use client';

import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';

const toolExamples = ['/tool math.add {"left":1,"right":2}', '/tool system.echo {"text":"hello tool"}'] as const;

interface WelcomeProps {
  /** Whether the mock provider would answer; null while that is not known yet. */
  readonly isMock: boolean | null;
  readonly onPick: (text: string) => void;
}

/** A new chat: what to do first. On the mock provider it says so and shows the way to a real one. */
export function Welcome({ isMock, onPick }: WelcomeProps) {
  const t = useT();
  return (
    <div className="mx-auto flex w-full max-w-[49.5rem] flex-col gap-6 px-4 pt-[4vh] pb-6 sm:pt-[12vh]">
      <h1 className="text-balance font-semibold text-2xl">{t('chat.welcome.title')}</h1>
      {isMock && <MockCard />}
      {isMock !== null && <Examples isMock={isMock} onPick={onPick} />}
    </div>
  );
}

function Examples({ isMock, onPick }: { isMock: boolean; onPick: (text: string) => void }) {
  const t = useT();
  const examples = isMock
    ? [t('chat.welcome.exampleHello'), ...toolExamples]
    : [t('chat.welcome.examplePlan'), t('chat.welcome.exampleExplain'), t('chat.welcome.exampleReview')];
  return (
    <section aria-label={t('chat.welcome.examples')}>
      <p className="mb-2 text-dim text-sm">{t('chat.welcome.examples')}</p>
      <ul className="flex flex-col items-start gap-1.5">
        {examples.map((text) => (
          <li key={text} className="max-w-full">
            <button
              type="button"
              onClick={() => onPick(text)}
              className="max-w-full rounded-lg border border-line bg-card px-3 py-1.5 text-left text-dim text-sm hover:border-edge hover:text-text"
            >
              <span className={text.startsWith('/') ? 'break-all font-mono text-xs' : undefined}>{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const steps = [
  ['chat.welcome.step1', 'chat.welcome.step1Text'],
  ['chat.welcome.step2', 'chat.welcome.step2Text'],
  ['chat.welcome.step3', 'chat.welcome.step3Text'],
] as const;

function MockCard() {
  const t = useT();
  return (
    <section data-testid="first-run" className="rounded-xl border border-line bg-card p-4 sm:p-5">
      <p className="text-dim text-sm">{t('chat.welcome.mock')}</p>
      <h2 className="mt-4 mb-2.5 font-semibold text-base">{t('chat.welcome.stepsTitle')}</h2>
      <ol className="grid gap-3.5 sm:grid-cols-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-2.5 text-sm">
            <span
              aria-hidden
              className="grid size-5.5 shrink-0 place-items-center rounded-full border border-line text-dim text-xs tabular-nums"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{t(title)}</span>
              <span className="block text-dim text-xs">{t(text)}</span>
            </span>
          </li>
        ))}
      </ol>
      <Link href="/settings/providers" className={`${buttonClass({ variant: 'primary' })} mt-4`}>
        {t('chat.welcome.connect')}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  );
}
