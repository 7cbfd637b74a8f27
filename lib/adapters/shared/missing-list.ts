import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';

const telling: ReadonlySet<string> = new Set([
  MetonaErrorCode.MODEL_NOT_FOUND,
  MetonaErrorCode.INVALID_REQUEST,
  MetonaErrorCode.INVALID_RESPONSE,
  MetonaErrorCode.SERVER_ERROR,
]);

/** The server answered, but has no list; unlike a wrong key or a dead connection that says nothing against it. */
export function isMissingList(thrown: unknown): boolean {
  if (!(thrown instanceof MetonaFailure)) return false;
  // Nothing was asked of an address that may not be reached.
  return telling.has(thrown.error.code) && thrown.error.providerCode !== 'forbidden_address';
}
