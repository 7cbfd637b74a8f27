'use client';

import type { PlainMessageKey } from '@/lib/i18n';
import { errorCodeOf } from '../chat/error-code';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import type { TraceSpan } from './trace-span';

const skipReasons = {
  same_key: 'chat.trace.skippedReason.same_key',
  resting: 'chat.trace.skippedReason.resting',
  no_tools: 'chat.trace.skippedReason.no_tools',
  no_images: 'chat.trace.skippedReason.no_images',
  window_too_small: 'chat.trace.skippedReason.window_too_small',
  not_usable: 'chat.trace.skippedReason.not_usable',
} as const satisfies Record<string, PlainMessageKey>;

function isSkipReason(reason: string): reason is keyof typeof skipReasons {
  return Object.hasOwn(skipReasons, reason);
}

interface Skipped {
  readonly provider: string;
  readonly model: string;
  readonly reason: string;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isSkipped(value: unknown): value is Skipped {
  return isRecord(value) && ['provider', 'model', 'reason'].every((key) => typeof value[key] === 'string');
}

function errorCode({ detail }: TraceSpan) {
  const error = detail?.error;
  return isRecord(error) && typeof error.code === 'string' ? errorCodeOf(error.code) : null;
}

/** What went wrong in a stretch of a run, and which fallbacks were passed over after it. */
export function SpanFacts({ span }: { span: TraceSpan }) {
  const t = useT();
  const code = errorCode(span);
  const passed = span.detail?.skipped;
  const skipped = Array.isArray(passed) ? passed.filter(isSkipped) : [];
  if (code === null && skipped.length === 0) return null;
  return (
    <span className="col-span-2 flex flex-col gap-0.5 text-xs">
      {code !== null && <span className="text-red">{errorText(t, code)}</span>}
      {skipped.map(({ provider, model, reason }) => (
        <span key={`${provider}/${model}`} data-testid="trace-skipped" className="break-words text-dim">
          {t('chat.trace.skipped', {
            model: `${provider}/${model}`,
            reason: isSkipReason(reason) ? t(skipReasons[reason]) : reason,
          })}
        </span>
      ))}
    </span>
  );
}

/** Which attempt of its step it was; nothing to say about the only one. */
export function AttemptNumber({ span }: { span: TraceSpan }) {
  const t = useT();
  const attempt = span.kind === 'attempt' ? span.detail?.attempt : undefined;
  return typeof attempt === 'number' && attempt > 1 ? ` · ${t('chat.trace.attemptNumber', { attempt })}` : null;
}
