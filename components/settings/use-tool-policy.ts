'use client';

import { itemsOf, type ListOf, type PolicyRule, type ToolView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useSettings } from './use-settings';

export type Policy = Readonly<Record<string, PolicyRule>>;

/** The reader's tools and rules; what a new rule makes of the tools is asked of the server. */
export function useToolPolicy() {
  const tools = useApi<ListOf<ToolView>>('/api/tools');
  const { settings, error, reload, change } = useSettings(() => tools.mutate());
  const policy: Policy = settings?.['permissions.policy'] ?? {};

  function choose(name: string, rule: PolicyRule | undefined) {
    const { [name]: _, ...others } = policy;
    change({ 'permissions.policy': rule === undefined ? others : { ...others, [name]: rule } });
  }

  return {
    tools: settings && tools.data && itemsOf(tools.data),
    policy,
    choose,
    error: error ?? tools.error,
    reload: () => Promise.all([reload(), tools.mutate()]),
  };
}
