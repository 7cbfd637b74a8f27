import type { RunEvent } from '@/lib/ir';

export type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;
