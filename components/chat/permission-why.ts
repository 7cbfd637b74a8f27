import type { PlainMessageKey, Translate } from '@/lib/i18n';
import type { PermissionRequest } from '@/lib/ir';

const LOOP = 'loop.continue';

const reasons = {
  [LOOP]: 'chat.permission.whyLoop',
  'notes.write': 'chat.permission.whyNotesWrite',
  'notes.delete': 'chat.permission.whyNotesDelete',
  'network.request': 'chat.permission.whyNetwork',
  'secrets.use': 'chat.permission.whySecrets',
} as const satisfies Record<string, PlainMessageKey>;

function isKnown(permission: string): permission is keyof typeof reasons {
  return Object.hasOwn(reasons, permission);
}

/** What is asked, in the words of the one who decides. */
export function permissionTitle(request: PermissionRequest, t: Translate): string {
  const tool = request.tool_call.name;
  return request.permission === LOOP ? t('chat.permission.titleLoop', { tool }) : t('chat.permission.title', { tool });
}

export function permissionWhy({ permission }: PermissionRequest, t: Translate): string {
  return t(isKnown(permission) ? reasons[permission] : 'chat.permission.why');
}

/** What the tool says of itself, written for models in English: only where we have no words of our own. */
export function toolWords({ permission, tool }: PermissionRequest): string {
  return isKnown(permission) ? '' : tool.description;
}
