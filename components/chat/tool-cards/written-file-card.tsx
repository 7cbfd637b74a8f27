'use client';

import { FileChange } from '../file-change';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, textOf } from './read-value';

/** What was written, as a change. */
export function WrittenFileCard({ value, fallback }: ToolResultCardProps) {
  const result = fieldsOf(value);
  const change = fieldsOf(result?.change);
  if (result === null || change === null) return fallback;
  return <FileChange path={textOf(result, 'path')} before={textOf(change, 'before')} after={textOf(change, 'after')} />;
}
