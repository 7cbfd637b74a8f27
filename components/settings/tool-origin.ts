import type { ToolView } from '@/lib/client/resources';
import type { Translate } from '@/lib/i18n';
import { revealLine } from '../chat/visible-text';

const originKeys = {
  mcp: 'tools.origin.mcp',
  plugin: 'tools.origin.plugin',
  skill: 'tools.origin.skill',
} as const;

/** What a tool that is not built in belongs to, by kind and name. */
export function originTitle({ kind, name }: NonNullable<ToolView['origin']>, t: Translate): string {
  return t(originKeys[kind], { name: revealLine(name) });
}
