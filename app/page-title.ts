import type { Metadata } from 'next';
import type { PlainMessageKey } from '@/lib/i18n';
import { readPreferences } from './preferences';

/** The title of a page in the reader's language. */
export async function pageTitle(key: PlainMessageKey): Promise<Metadata> {
  const { t } = await readPreferences();
  return { title: t(key) };
}
