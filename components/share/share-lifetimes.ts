import type { PlainMessageKey } from '@/lib/i18n';

interface ShareLifetime {
  readonly value: string;
  readonly label: PlainMessageKey;
  /** null: for ever. */
  readonly seconds: number | null;
}

const daySeconds = 86_400;

export const shareLifetimes: readonly ShareLifetime[] = [
  { value: 'day', label: 'sharing.expiryDay', seconds: daySeconds },
  { value: 'week', label: 'sharing.expiryWeek', seconds: 7 * daySeconds },
  { value: 'month', label: 'sharing.expiryMonth', seconds: 30 * daySeconds },
  { value: 'year', label: 'sharing.expiryYear', seconds: 365 * daySeconds },
  { value: 'never', label: 'sharing.expiryNever', seconds: null },
];

/** How long a link lives that is chosen by this value; null: for ever. */
export function secondsOf(value: FormDataEntryValue | null): number | null {
  return shareLifetimes.find((lifetime) => lifetime.value === value)?.seconds ?? null;
}
