export const settingsSections = [
  { href: '/settings/providers', key: 'settings.providers.nav' },
  { href: '/settings/general', key: 'settings.general.nav' },
  { href: '/settings/tools', key: 'tools.title' },
  { href: '/settings/knowledge', key: 'knowledge.nav' },
  { href: '/settings/permissions', key: 'settings.permissions.nav' },
  { href: '/settings/extensions', key: 'mcp.page.nav' },
  { href: '/settings/tokens', key: 'settings.tokens.nav' },
  { href: '/settings/account', key: 'settings.account.nav' },
] as const;

export const adminSections = [
  { href: '/settings/people', key: 'settings.people.nav' },
  { href: '/settings/shared-keys', key: 'admin.keysNav' },
  { href: '/settings/system', key: 'system.nav' },
] as const;
