import type { JsonObject, MetonaThinkingEffort } from '@/lib/ir';
import { commonDialect, type DialectCall, type OpenAiDialect } from '../openai-style/dialect';
import { agnesCatalogue } from './models';

const thinksAt: Readonly<Record<MetonaThinkingEffort, boolean>> = { low: false, medium: true, high: true, max: true };

/** Only a switch: the lowest effort is off. */
function thinkingFields({ params: { thinkingEnabled, thinkingEffort } }: DialectCall): JsonObject {
  if (thinkingEnabled === undefined && thinkingEffort === undefined) return {};
  const isOn = thinkingEnabled !== false && (thinkingEffort === undefined || thinksAt[thinkingEffort]);
  return { chat_template_kwargs: { enable_thinking: isOn } };
}

export const agnesDialect: OpenAiDialect = {
  ...commonDialect,
  providerId: 'agnes-ai',
  displayName: 'Agnes AI',
  defaultBaseUrl: 'https://apihub.agnes-ai.com/v1',
  basePath: '/v1',
  needsKey: true,
  keyUrl: 'https://agnes-ai.com',
  defaultModel: 'agnes-3.0-flash',
  catalogue: agnesCatalogue,
  mayLackModelList: true,
  structuredOutput: (model) => (agnesCatalogue.find(model).info.supportsStructuredOutput ? 'json_schema' : 'none'),
  thinkingFields,
};
