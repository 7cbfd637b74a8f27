import type { RunNotice } from '@/lib/client/run-view';
import type { Translate } from '@/lib/i18n';
import type { MetonaModelRef } from '@/lib/ir';
import { failurePhrase } from './failure-phrase';

export type NameOfProvider = (id: string) => string;

export function modelName(model: MetonaModelRef, nameOf: NameOfProvider): string {
  return `${nameOf(model.provider)} / ${model.model}`;
}

/** Who takes over, and why. */
export function switchText(
  notice: Extract<RunNotice, { type: 'switched' }>,
  t: Translate,
  nameOf: NameOfProvider,
): string {
  const { from, to, because } = notice;
  const failed = from.provider === to.provider ? modelName(from, nameOf) : nameOf(from.provider);
  return t('chat.notice.switched', { to: modelName(to, nameOf), reason: failurePhrase(t, because, failed) });
}
