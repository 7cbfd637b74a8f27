import type { JsonObject, MetonaGenerationParams } from '@/lib/ir';
import { commonDialect, type OpenAiDialect } from '../openai-style/dialect';
import { openAiCatalogue } from './models';

const isReasoning = (model: string): boolean => openAiCatalogue.find(model).efforts !== null;
/** From here on a model can be told not to think at all, and does not unless it is told to. */
const canStayQuiet = (model: string): boolean => /^gpt-(5\.\d|[6-9])/.test(model);

function lowestEffort(model: string): string {
  if (canStayQuiet(model)) return 'none';
  return model.startsWith('gpt-5') ? 'minimal' : 'low';
}

function thinkingFields({ thinkingEnabled, thinkingEffort }: MetonaGenerationParams, model: string): JsonObject {
  const { efforts } = openAiCatalogue.find(model);
  if (efforts === null) return {};
  if (thinkingEnabled === false) return { reasoning_effort: lowestEffort(model) };
  if (thinkingEffort !== undefined) return { reasoning_effort: efforts[thinkingEffort] };
  return thinkingEnabled === true && canStayQuiet(model) ? { reasoning_effort: efforts.medium } : {};
}

/** Reasoning models call the system prompt `developer` and take sampling only when told not to reason. */
export const openAiDialect: OpenAiDialect = {
  ...commonDialect,
  providerId: 'openai',
  displayName: 'OpenAI',
  defaultBaseUrl: 'https://api.openai.com/v1',
  basePath: '/v1',
  needsKey: true,
  keyUrl: 'https://platform.openai.com/api-keys',
  defaultModel: 'gpt-5.6-sol',
  catalogue: openAiCatalogue,
  systemRole: (model) => (isReasoning(model) ? 'developer' : 'system'),
  maxTokensField: () => 'max_completion_tokens',
  thinkingFields,
  takesSampling: (params, model) => !isReasoning(model) || (canStayQuiet(model) && params.thinkingEnabled === false),
};
