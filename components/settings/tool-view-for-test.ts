import type { ToolView } from '@/lib/client/resources';

/** A harmless built-in tool, as the API lists it. */
export function toolView(name: string, over: Partial<ToolView> = {}): ToolView {
  return {
    name,
    description: '',
    parameters: { type: 'object', properties: {} },
    category: 'custom',
    riskLevel: 'safe',
    requiresPermission: false,
    timeoutMs: 1000,
    origin: null,
    standing: { action: 'allow', because: 'default', by_default: 'allow', asks_when_untrusted: false },
    ...over,
  };
}

export const asking: ToolView['standing'] = {
  action: 'confirm',
  because: 'default',
  by_default: 'confirm',
  asks_when_untrusted: true,
};
