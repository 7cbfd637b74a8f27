import type { RouteArguments } from '@/lib/server/http/context';
import { methods } from '@/lib/server/http/methods';
import { handleAuth } from '@/lib/server/sign-in';

async function handle(request: Request, { params }: RouteArguments): Promise<Response> {
  const segments = (await params)?.nextauth;
  return handleAuth(request, Array.isArray(segments) ? segments : []);
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: handle, POST: handle });
