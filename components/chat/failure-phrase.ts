import type { Translate } from '@/lib/i18n';
import type { MetonaError } from '@/lib/ir';

/** What became of a provider, short enough to stand behind “because”. */
export function failurePhrase(t: Translate, code: MetonaError['code'], provider: string): string {
  return t(`chat.because.${code}`, { provider });
}
