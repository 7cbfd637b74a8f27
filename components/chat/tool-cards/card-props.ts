import type { ReactNode } from 'react';

/** A card shows what it understands of a result, and its fallback where it understands none of it. */
export interface ToolResultCardProps {
  readonly value: unknown;
  readonly fallback: ReactNode;
}
