import type { PlainMessageKey, Translate } from '@/lib/i18n';
import type { PermissionReason, PermissionRequest } from '@/lib/ir';

const LOOP = 'loop.continue';

const reasons = {
  [LOOP]: 'chat.permission.whyLoop',
  'notes.write': 'chat.permission.whyNotesWrite',
  'notes.delete': 'chat.permission.whyNotesDelete',
  'files.write': 'files.why',
  'tasks.write': 'tasks.why',
  'network.request': 'chat.permission.whyNetwork',
  'code.execute': 'chat.permission.whyCode',
  'secrets.use': 'chat.permission.whySecrets',
} as const satisfies Record<string, PlainMessageKey>;

/** Only where it adds something to what is said of the permission itself. */
const causes: Readonly<Record<PermissionReason, PlainMessageKey | null>> = {
  asks_by_default: null,
  policy_confirm: 'chat.permission.becausePolicy',
  always_asks: 'chat.permission.becauseAlways',
  untrusted_content: 'chat.permission.becauseUntrusted',
  repeated_call: null,
};

function isKnown(permission: string): permission is keyof typeof reasons {
  return Object.hasOwn(reasons, permission);
}

/** What is asked, in the words of the one who decides. */
export function permissionTitle(request: PermissionRequest, t: Translate): string {
  const tool = request.tool_call.name;
  return request.permission === LOOP ? t('chat.permission.titleLoop', { tool }) : t('chat.permission.title', { tool });
}

/** What a yes would let happen, or that the tool asks by itself; null where the cause alone says it all. */
export function permissionWhy(request: PermissionRequest, t: Translate): string | null {
  if (isKnown(request.permission)) return t(reasons[request.permission]);
  return permissionCause(request, t) === null ? t('chat.permission.why') : null;
}

/** Why it is asked now, where that is more than the usual; a cause of a later version is not guessed at. */
export function permissionCause({ reason }: PermissionRequest, t: Translate): string | null {
  const cause = reason !== null && Object.hasOwn(causes, reason) ? causes[reason] : null;
  return cause && t(cause);
}

/**
 * What the tool says of itself, written for models in English: only where we have no words of our own, and for tools that
 * others brought, since ours cannot say what those do or where they go.
 */
export function toolWords({ permission, tool, tool_call: { args } }: PermissionRequest): string {
  const isBrought = tool.category === 'custom' || tool.category === 'mcp';
  // Where it goes stands in no argument, so the tool says it.
  const isElsewhere = permission === 'network.request' && typeof args.url !== 'string';
  return isKnown(permission) && !isBrought && !isElsewhere ? '' : tool.description;
}
