import type { CoolDown } from './cool-down';
import type { EventLog } from './event-log';
import type {
  AdapterSource,
  Clock,
  FallbackSource,
  IdFactory,
  Logger,
  MemoryStore,
  RunStore,
  SettingsSource,
  ToolSource,
  WorkspaceFiles,
} from './ports';

/**
 * Milliseconds that a tool or a model call has to settle once it was told to stop; later it is abandoned and what it
 * still brings is dropped. A person who presses stop waits less long than a tool that ran into its own time limit. When
 * the process shuts down, running tools may finish within `onDrain` before they are told.
 */
export interface Grace {
  readonly onStop: number;
  readonly onTimeout: number;
  readonly onDrain: number;
}

export const DEFAULT_GRACE: Grace = { onStop: 700, onTimeout: 5_000, onDrain: 3_000 };

/** Everything the runtime needs from outside, wired once per process. */
export interface Runtime {
  readonly store: RunStore;
  readonly log: EventLog;
  readonly adapters: AdapterSource;
  readonly fallbacks: FallbackSource;
  readonly coolDown: CoolDown;
  readonly tools: ToolSource;
  readonly settings: SettingsSource;
  readonly memories: Pick<MemoryStore, 'search' | 'noteUse'>;
  readonly files: Pick<WorkspaceFiles, 'list'>;
  /** Turns of a user's conversations that compression leaves as they are. */
  readonly keepRecentTurns: (userId: string) => Promise<number>;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly ids: IdFactory;
  readonly logger: Logger;
  /** Hash of the canonical form of a call's arguments; a decision is bound to it. */
  readonly hashArgs: (args: Record<string, unknown>) => string;
  /** True when the database could not be reached, as opposed to refusing a statement. */
  readonly isTransient: (error: unknown) => boolean;
  /** Name of this process among the instances that share the database. */
  readonly owner: string;
  readonly permissionTtlMs: number;
  readonly grace: Grace;
}
