import { MetonaFailure } from '@/lib/ir';
import type { AdapterDependencies } from '../ports';
import type { KeyRedaction } from './key-redaction';

/** Runs a lookup whose failure may quote the provider. */
export async function redactFailure<T>(
  redaction: KeyRedaction,
  { redact }: AdapterDependencies,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof MetonaFailure)) throw thrown;
    const message = redaction.text(thrown.error.message);
    throw new MetonaFailure({ ...thrown.error, message: redact === undefined ? message : redact(message) });
  }
}
