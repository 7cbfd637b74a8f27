import 'server-only';
import { NetFailure } from '@/lib/net/net-failure';
import { invalid } from './http/problem';

export const refuseUrl = (message: string, path = 'base_url') => invalid([{ path, message }]);

/** One spelling of an address, so that what is stored is what is shown and what is dialled. */
function normalizeUrl(text: string, path: string): string {
  if (!/^https?:\/\//i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text))
    throw refuseUrl('must be an http or https address', path);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw refuseUrl('must not contain a user name or password', path);
  if (url.search !== '' || url.hash !== '') throw refuseUrl('must not contain a query or a fragment', path);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** The address as it is stored; one that may not be dialled is refused here already, not only when it is used. */
export async function checkBaseUrl(
  text: string,
  assertAllowed: (url: string) => Promise<void>,
  path = 'base_url',
): Promise<string> {
  const url = normalizeUrl(text, path);
  try {
    await assertAllowed(url);
  } catch (cause) {
    if (cause instanceof NetFailure && cause.kind === 'forbidden_address') throw refuseUrl(cause.message, path);
  }
  return url;
}
