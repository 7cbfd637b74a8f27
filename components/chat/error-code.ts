import type { MetonaError } from '@/lib/ir';
import { errorSteps } from './error-steps';

/** A code with a sentence of its own, or null for words that stand for themselves. */
export function errorCodeOf(text: string): MetonaError['code'] | null {
  return Object.hasOwn(errorSteps, text) ? (text as MetonaError['code']) : null;
}
