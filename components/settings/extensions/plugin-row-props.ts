import type { PluginView } from '@/lib/client/plugins';

export interface PluginRowProps {
  readonly plugin: PluginView;
  readonly onChanged: () => Promise<unknown>;
}
