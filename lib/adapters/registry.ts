import type { ProviderEntry } from './ports';

/** One line per provider; the order is the order of the settings page. */
export const registry: readonly ProviderEntry[] = [];
