import 'server-only';
import { NetFailure } from '@/lib/net/net-failure';
import { refuseUrl } from './base-url';

/** One spelling of an address, with its path and query as they were given. */
function normalize(text: string): string {
  if (!/^https?:\/\//i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) {
    throw refuseUrl('must be an http or https address', 'url');
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw refuseUrl('must not contain a user name or password', 'url');
  }
  if (url.hash !== '' || text.includes('#')) throw refuseUrl('must not contain a fragment', 'url');
  return url.toString();
}

/** The address of an MCP server as it is stored; one that may not be dialled is refused here already. */
export async function checkMcpAddress(text: string, assertAllowed: (url: string) => Promise<void>): Promise<string> {
  const url = normalize(text);
  try {
    await assertAllowed(url);
  } catch (cause) {
    if (cause instanceof NetFailure && cause.kind === 'forbidden_address') throw refuseUrl(cause.message, 'url');
  }
  return url;
}
