import type { MetonaError } from '@/lib/ir';
import { errorActions } from './error-action';

/** A code with a sentence of its own, or null for words that stand for themselves. */
export function errorCodeOf(text: string): MetonaError['code'] | null {
  return Object.hasOwn(errorActions, text) ? (text as MetonaError['code']) : null;
}
