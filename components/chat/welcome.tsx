'use client';

import { Suspense, useState } from 'react';
import type { ProviderView } from '@/lib/client/resources';
import type { ModelChoiceState } from '@/lib/client/use-model-choice';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

/** Whoever has a provider never sees it. */
const FirstRunCard = lazyPart(() => import('../first-run/first-run-card').then((module) => module.FirstRunCard));

const toolExamples = ['/tool math.add {"left":1,"right":2}', '/tool system.echo {"text":"hello tool"}'] as const;

interface WelcomeProps {
  readonly model: ModelChoiceState;
  readonly onPick: (text: string) => void;
  /** A provider has been connected. */
  readonly onReady: () => void;
}

/** What would answer the first message. */
type Standing = 'mock' | 'none' | 'failing' | 'found' | 'ready';

function standingOf({ choice, providers }: ModelChoiceState): Standing {
  const provider = providers.find(({ id }) => id === choice?.providerId);
  if (choice === null || provider === undefined) return 'none';
  if (provider.kind === 'offline') return 'mock';
  if (provider.health?.ok === false) return 'failing';
  return provider.detected ? 'found' : 'ready';
}

/** A new chat: what to do first. Where nothing real answers it says so and leads to what does. */
export function Welcome({ model, onPick, onReady }: WelcomeProps) {
  const t = useT();
  const [isConnecting, setIsConnecting] = useState(false);
  const standing = model.isReady ? standingOf(model) : null;
  const provider = model.providers.find(({ id }) => id === model.choice?.providerId);
  const hasCard = isConnecting || standing === 'mock' || standing === 'none' || standing === 'failing';
  return (
    <div className="mx-auto flex w-full max-w-[49.5rem] flex-col gap-6 px-4 pt-[4vh] pb-6 sm:pt-[12vh]">
      <h2 className="text-balance font-semibold text-2xl">{t('chat.welcome.title')}</h2>
      {standing !== null && hasCard && (
        <Suspense>
          <FirstRunCard
            intro={t(introKeys[standing])}
            initial={standing === 'failing' ? (provider?.id ?? null) : null}
            onConnecting={() => setIsConnecting(true)}
            onConnected={(providerId, chosen) => {
              model.pick(providerId, chosen);
              setIsConnecting(false);
              onReady();
            }}
          />
        </Suspense>
      )}
      {provider && standing === 'found' && !isConnecting && (
        <FoundCard provider={provider} onOther={() => setIsConnecting(true)} />
      )}
      {standing !== null && <Examples isMock={standing === 'mock'} onPick={onPick} />}
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

/** What stands above the steps: why nothing real can answer yet. */
const introKeys = {
  mock: 'chat.welcome.mock',
  none: 'firstRun.none',
  failing: 'firstRun.failing',
  found: 'firstRun.another',
  ready: 'firstRun.another',
} as const satisfies Readonly<Record<Standing, PlainMessageKey>>;

/** A local server that nobody has set up answers; it is named, and so is the way to others. */
function FoundCard({ provider, onOther }: { provider: ProviderView; onOther: () => void }) {
  const t = useT();
  return (
    <Notice
      tone="success"
      action={
        <Button size="small" onClick={onOther}>
          {t('firstRun.otherProvider')}
        </Button>
      }
    >
      {t('firstRun.found', { name: provider.display_name, model: provider.default_model ?? '' })}
    </Notice>
  );
}
