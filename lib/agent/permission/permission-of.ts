import type { MetonaToolDef } from '@/lib/ir';

/** The policy key of a tool: its permission, or its own name when it has none. */
export function permissionOf(def: MetonaToolDef): string {
  return def.permission ?? def.name;
}
