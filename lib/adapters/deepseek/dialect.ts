import type { JsonObject, MetonaGenerationParams } from '@/lib/ir';
import { commonDialect, type DialectCall, type OpenAiDialect } from '../openai-style/dialect';
import { deepSeekCatalogue } from './models';

/** Thinking is on unless it is switched off. */
function isThinking(params: MetonaGenerationParams): boolean {
  return params.thinkingEnabled !== false;
}

function thinkingFields({ params, model }: DialectCall): JsonObject {
  if (params.thinkingEnabled === false) return { thinking: { type: 'disabled' } };
  const { thinkingEffort } = params;
  if (thinkingEffort === undefined) return params.thinkingEnabled === true ? { thinking: { type: 'enabled' } } : {};
  const { efforts } = deepSeekCatalogue.find(model);
  return { thinking: { type: 'enabled' }, reasoning_effort: efforts?.[thinkingEffort] };
}

/** While it thinks, sampling is ignored and a forced tool choice is refused; reasoning must come back in tool loops. */
export const deepSeekDialect: OpenAiDialect = {
  ...commonDialect,
  providerId: 'deepseek',
  displayName: 'DeepSeek',
  defaultBaseUrl: 'https://api.deepseek.com',
  needsKey: true,
  keyUrl: 'https://platform.deepseek.com/api_keys',
  defaultModel: 'deepseek-flash',
  catalogue: deepSeekCatalogue,
  returnsReasoning: true,
  refusesUnseenImages: true,
  structuredOutput: () => 'json_object',
  thinkingFields,
  takesSampling: ({ params }) => !isThinking(params),
  takesToolChoice: ({ params }) => !isThinking(params),
};
