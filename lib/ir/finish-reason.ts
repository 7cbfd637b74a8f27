import { z } from 'zod';

/** Why a model stopped. The provider's own word is kept in `MetonaResponseMeta.rawFinishReason`. */
export const MetonaFinishReason = {
  STOP: 'stop',
  LENGTH: 'length',
  TOOL_CALLS: 'tool_calls',
  CONTENT_FILTER: 'content_filter',
  ERROR: 'error',
} as const;

export const metonaFinishReasonSchema = z.enum(MetonaFinishReason);
export type MetonaFinishReason = z.infer<typeof metonaFinishReasonSchema>;
