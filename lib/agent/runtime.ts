import type { EventLog } from './event-log';
import type { AdapterSource, Clock, IdFactory, Logger, RunStore, SettingsSource, ToolSource } from './ports';

/** Everything the runtime needs from outside, wired once per process. */
export interface Runtime {
  readonly store: RunStore;
  readonly log: EventLog;
  readonly adapters: AdapterSource;
  readonly tools: ToolSource;
  readonly settings: SettingsSource;
  readonly clock: Clock;
  readonly ids: IdFactory;
  readonly logger: Logger;
  /** Hash of the canonical form of a call's arguments; a decision is bound to it. */
  readonly hashArgs: (args: Record<string, unknown>) => string;
  /** True when the database could not be reached, as opposed to refusing a statement. */
  readonly isTransient: (error: unknown) => boolean;
  /** Name of this process among the instances that share the database. */
  readonly owner: string;
  readonly permissionTtlMs: number;
}
