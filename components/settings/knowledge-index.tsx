'use client';

import { RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import type { KindProgress, KnowledgeIndexView, KnowledgeKind } from '@/lib/client/knowledge';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { sourceIcons } from '../markdown/citation';
import { Badge, type Tone } from '../ui/badge';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';

const kinds = ['note', 'file', 'message'] as const satisfies readonly KnowledgeKind[];
const tones: Readonly<Record<KnowledgeIndexView['state'], Tone>> = {
  idle: 'good',
  indexing: 'attention',
  waiting: 'neutral',
};

interface KnowledgeIndexProps {
  readonly status: KnowledgeIndexView;
  readonly onRebuild: () => Promise<void>;
}

/** How much of everything can be found, and a way to begin anew. */
export function KnowledgeIndex({ status, onRebuild }: KnowledgeIndexProps) {
  const t = useT();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const error = status.last_error ?? status.error;

  async function rebuild() {
    setBusy(true);
    setFailure(undefined);
    try {
      await onRebuild();
    } catch (caught) {
      setFailure(errorText(caught));
    }
    setBusy(false);
  }

  return (
    <Section
      title={t('knowledge.index.title')}
      text={t('knowledge.index.text')}
      action={
        <Button busy={busy} onClick={() => void rebuild()}>
          {!busy && <RefreshCw aria-hidden className="size-3.5" />}
          {t('knowledge.index.rebuild')}
        </Button>
      }
    >
      <p role="status">
        <Badge tone={tones[status.state]}>{t(`knowledge.index.${status.state}`)}</Badge>
      </p>
      <ul className="flex flex-col gap-3">
        {kinds.map((kind) => (
          <KindLine key={kind} kind={kind} progress={status.kinds[kind]} />
        ))}
        {status.vectors && (
          <li>
            <ProgressBar
              name={t('knowledge.index.vectors', { model: status.vectors.model })}
              done={status.vectors.indexed}
              total={status.vectors.total}
            />
          </li>
        )}
      </ul>
      {error && <Notice tone="warning">{t('knowledge.index.error', { reason: error.message })}</Notice>}
      {failure && <Notice tone="error">{failure}</Notice>}
    </Section>
  );
}

function KindLine({ kind, progress }: { kind: KnowledgeKind; progress: KindProgress }) {
  const t = useT();
  const Icon = sourceIcons[kind];
  return (
    <li>
      <ProgressBar
        name={t(`knowledge.kindsMany.${kind}`)}
        icon={<Icon aria-hidden className="size-4 shrink-0 text-faint" />}
        done={progress.indexed}
        total={progress.total}
      />
      {progress.failed > 0 && (
        <p className="text-orange text-xs">{t('knowledge.index.failedCount', { count: progress.failed })}</p>
      )}
    </li>
  );
}

interface ProgressBarProps {
  readonly name: string;
  readonly icon?: React.ReactNode;
  readonly done: number;
  readonly total: number;
}

function ProgressBar({ name, icon, done, total }: ProgressBarProps) {
  const t = useT();
  const id = useId();
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center gap-2 text-sm">
        {icon}
        <span id={id} className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {name}
        </span>
        <span className="shrink-0 text-dim text-xs tabular-nums">
          {total === 0 ? t('knowledge.index.none') : t('knowledge.index.count', { indexed: done, total })}
        </span>
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        className="h-1.5 overflow-hidden rounded-full bg-raise"
      >
        <div
          className="h-full rounded-full bg-cyan transition-[width] motion-reduce:transition-none"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
