import 'server-only';
import type { CurrentUser } from '@/lib/auth/current-user';
import { container } from './container';
import { unauthorized } from './http/problem';

/** Who sent the request, by cookie or token; throws 401 when that is nobody, or nobody any more. */
export async function requireUser(request: Request): Promise<CurrentUser> {
  const user = await container().authenticate(request.headers);
  if (!user) throw unauthorized();
  return user;
}
