import type { JsonObject } from '@/lib/ir';
import { commonDialect, type DialectCall, type OpenAiDialect } from '../openai-style/dialect';
import { openAiCatalogue } from './models';

const isReasoning = (model: string): boolean => openAiCatalogue.find(model).efforts !== null;
/** From here on a model can be told not to think at all, and does not unless it is told to. */
const canStayQuiet = (model: string): boolean => /^gpt-(5\.\d|[6-9])/.test(model);

function lowestEffort(model: string): string {
  if (canStayQuiet(model)) return 'none';
  return model.startsWith('gpt-5') ? 'minimal' : 'low';
}

/** Of the later models this protocol takes tools only without reasoning, and only if it is said. */
const mustStayQuiet = ({ model, hasTools }: DialectCall): boolean =>
  hasTools && /^gpt-(5\.[2-9]|5\.\d\d|[6-9])/.test(model);

function isQuiet(call: DialectCall): boolean {
  return canStayQuiet(call.model) && (call.params.thinkingEnabled === false || mustStayQuiet(call));
}

function thinkingFields(call: DialectCall): JsonObject {
  const { model, params } = call;
  const { thinkingEnabled, thinkingEffort } = params;
  const { efforts } = openAiCatalogue.find(model);
  if (efforts === null) return {};
  if (thinkingEnabled === false || isQuiet(call)) return { reasoning_effort: lowestEffort(model) };
  if (thinkingEffort !== undefined) return { reasoning_effort: efforts[thinkingEffort] };
  return thinkingEnabled === true && canStayQuiet(model) ? { reasoning_effort: efforts.medium } : {};
}

/** The list names everything the provider sells; these are not spoken to by chat completions. */
const otherKinds =
  /embedding|moderation|tts|whisper|transcribe|realtime|audio|image|dall-e|sora|instruct|babbage|davinci|codex|deep-research|computer-use|search|-pro\b/;

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
  embeddingModels: ['text-embedding-3-small', 'text-embedding-3-large'],
  refusesUnseenImages: true,
  systemRole: (model) => (isReasoning(model) ? 'developer' : 'system'),
  maxTokensField: () => 'max_completion_tokens',
  thinkingFields,
  isListed: (id) => !otherKinds.test(id),
  takesSampling: (call) => !isReasoning(call.model) || isQuiet(call),
};
