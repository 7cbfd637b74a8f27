import type { JsonObject, MetonaGenerationParams, MetonaThinkingEffort } from '@/lib/ir';
import type { OpenAiDialect } from '../openai-style/dialect';
import { deepSeekModels, modelsWithLowEffort, unknownDeepSeekModel } from './models';

const efforts: Readonly<Record<MetonaThinkingEffort, string>> = {
  low: 'high',
  medium: 'high',
  high: 'high',
  max: 'max',
};

/** Thinking is on unless it is switched off. */
function isThinking(params: MetonaGenerationParams): boolean {
  return params.thinkingEnabled !== false;
}

function thinkingFields(params: MetonaGenerationParams, model: string): JsonObject {
  if (params.thinkingEnabled === false) return { thinking: { type: 'disabled' } };
  const { thinkingEffort } = params;
  if (thinkingEffort === undefined) return params.thinkingEnabled === true ? { thinking: { type: 'enabled' } } : {};
  const isLow = thinkingEffort === 'low' && modelsWithLowEffort.has(model);
  return { thinking: { type: 'enabled' }, reasoning_effort: isLow ? 'low' : efforts[thinkingEffort] };
}

/** While it thinks, sampling is ignored and a forced tool choice is refused; reasoning must come back in tool loops. */
export const deepSeekDialect: OpenAiDialect = {
  providerId: 'deepseek',
  displayName: 'DeepSeek',
  defaultBaseUrl: 'https://api.deepseek.com',
  needsKey: true,
  keyUrl: 'https://platform.deepseek.com/api_keys',
  defaultModel: 'deepseek-flash',
  catalogue: deepSeekModels,
  unknownModel: unknownDeepSeekModel,
  structuredOutput: 'json_object',
  returnsReasoning: true,
  refusesUnseenImages: true,
  systemRole: () => 'system',
  maxTokensField: () => 'max_tokens',
  thinkingFields,
  takesSampling: (params) => !isThinking(params),
  takesToolChoice: (params) => !isThinking(params),
};
