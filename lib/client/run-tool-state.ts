import type { MetonaToolErrorCode, MetonaToolResult } from '@/lib/ir';
import type { ToolState } from './run-view';

const stateByErrorCode: Record<MetonaToolErrorCode, ToolState> = {
  denied: 'denied',
  expired: 'denied',
  not_allowed: 'denied',
  unknown_tool: 'failed',
  invalid_args: 'failed',
  timeout: 'failed',
  cancelled: 'cancelled',
  outcome_unknown: 'unknown',
  failed: 'failed',
};

/** What a person is told about a call that has its answer. */
export function toolStateOf(result: MetonaToolResult): ToolState {
  if (result.success) return 'done';
  return result.errorCode === undefined ? 'failed' : stateByErrorCode[result.errorCode];
}
