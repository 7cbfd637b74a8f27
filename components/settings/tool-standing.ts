import type { ToolView } from '@/lib/client/resources';
import type { Translate } from '@/lib/i18n';
import { assertNever } from '@/lib/ir/assert-never';

type Standing = ToolView['standing'];

const verdictKeys = {
  allow: 'tools.standing.allow',
  confirm: 'tools.standing.confirm',
  deny: 'tools.standing.deny',
} as const;

function reasonOf({ because, action }: Standing, permission: string, t: Translate): string {
  switch (because) {
    case 'tool_rule':
      return t('tools.standing.toolRule');
    case 'permission_rule':
      return t(action === 'deny' ? 'tools.standing.permissionDenies' : 'tools.standing.permissionRule', { permission });
    case 'always_asks':
      return t('tools.standing.alwaysAsks');
    case 'default':
      return t(action === 'allow' ? 'tools.standing.defaultAllows' : 'tools.standing.defaultAsks');
    default:
      return assertNever(because);
  }
}

/** What is in force for a tool and why, in a sentence or two. */
export function standingText({ standing, permission, name }: ToolView, t: Translate): string {
  const said = t('tools.standing.sentence', {
    verdict: t(verdictKeys[standing.action]),
    reason: reasonOf(standing, permission ?? name, t),
  });
  const isLimited = standing.action === 'allow' && standing.asks_when_untrusted;
  return isLimited ? `${said} ${t('tools.standing.untrusted')}` : said;
}
