import type { RunnableTool } from '../ports';
import { permissionOf } from './permission-of';

/** Grants for these are bound to the host a call reaches. */
const BOUND_TO_HOST = new Set(['network.request']);

export function isBoundToHost(tool: Pick<RunnableTool, 'def'>): boolean {
  return BOUND_TO_HOST.has(permissionOf(tool.def));
}

/** The host, with its port where that is not the usual one, of an http(s) URL; null for anything else. */
function hostOfUrl(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.port === '' ? bare(url.hostname) : `${bare(url.hostname)}:${url.port}`;
}

const bare = (hostname: string) => hostname.replace(/\.$/, '');

/** The host that a grant for this call would be bound to; null when it is bound to none, or names none. */
export function hostOfCall(tool: Pick<RunnableTool, 'def' | 'hostOf'>, args: Record<string, unknown>): string | null {
  if (!isBoundToHost(tool)) return null;
  return tool.hostOf ? tool.hostOf(args) : hostOfUrl(args.url);
}
