import type { JsonObject, MetonaRequest } from '@/lib/ir';
import type { CallContext } from '../shared/call-draft';
import { acceptedParams } from '../shared/model-catalogue';
import { joinSystemPrompt } from '../shared/request-parts';
import { describeFormat, isStrictSchema } from '../shared/structured-output';
import type { ToolNameCodec } from '../shared/tool-name-codec';
import type { MessagesDialect } from './dialect';
import { serializeMessages } from './serialize-messages';
import { planThinking, type ThinkingPlan } from './thinking';
import type { WireMessage, WireRequest } from './types';

/** Every request must say how much the model may write; more than this is asked for explicitly. */
const usualMaxTokens = 32_000;

export interface SerializeContext extends CallContext {
  readonly dialect: MessagesDialect;
}

const ephemeral = { cache_control: { type: 'ephemeral' } } as const;

function maxTokensOf({ params, model }: MetonaRequest, { catalogue }: MessagesDialect): number {
  return Math.min(params.maxTokens ?? usualMaxTokens, catalogue.find(model).info.maxOutput);
}

/** Closed schemas are the server's business; others it refuses, so the prompt asks and the answer is checked. */
function hasNativeFormat({ responseFormat, model }: MetonaRequest, { catalogue }: MessagesDialect): boolean {
  if (responseFormat?.type !== 'json_schema' || !catalogue.find(model).info.supportsStructuredOutput) return false;
  return isStrictSchema(responseFormat.schema, { allRequired: false });
}

function serializeOutputConfig(
  request: MetonaRequest,
  dialect: MessagesDialect,
  effort: string | undefined,
): JsonObject {
  const { responseFormat } = request;
  const isNative = responseFormat?.type === 'json_schema' && hasNativeFormat(request, dialect);
  if (effort === undefined && !isNative) return {};
  return {
    output_config: {
      ...(effort !== undefined && { effort }),
      ...(isNative && { format: { type: 'json_schema', schema: responseFormat.schema } }),
    },
  };
}

/** The part that stays the same is kept by the provider between requests; reminders change and come after it. */
function serializeSystem(request: MetonaRequest, { dialect, tools }: SerializeContext): JsonObject {
  const { responseFormat, systemPrompt } = request;
  const isSaid = responseFormat !== undefined && !hasNativeFormat(request, dialect);
  const { dynamicReminders, ...fixed } = systemPrompt;
  const lasting = joinSystemPrompt(fixed, ...(isSaid ? [describeFormat(responseFormat)] : []));
  const isCached = dialect.cachesPrompts && tools.length > 0;
  const blocks = [
    { type: 'text', text: lasting, ...(isCached && ephemeral) },
    { type: 'text', text: dynamicReminders ?? '' },
  ].filter(({ text }) => text.trim() !== '');
  return blocks.length === 0 ? {} : { system: blocks };
}

/** A model that thinks takes no sampling; the others take one of the two. */
function serializeSampling(request: MetonaRequest, { dialect }: SerializeContext, isThinking: boolean): JsonObject {
  const entry = dialect.catalogue.find(request.model);
  const { temperature, topP, stopSequences } = acceptedParams(request.params, entry);
  const takesSampling = !isThinking && !entry.rejects.includes('temperature');
  const sampling =
    topP !== undefined && temperature === undefined ? { top_p: topP } : { temperature: Math.min(temperature ?? 0, 1) };
  return {
    ...(takesSampling && sampling),
    ...(stopSequences !== undefined && stopSequences.length > 0 && { stop_sequences: stopSequences }),
  };
}

function serializeToolChoice({ toolChoice }: MetonaRequest, codec: ToolNameCodec, { isOn }: ThinkingPlan): JsonObject {
  if (toolChoice === undefined || toolChoice === 'auto') return {};
  if (toolChoice === 'none') return { tool_choice: { type: 'none' } };
  // A model that thinks cannot be forced.
  if (isOn) return {};
  if (toolChoice === 'required') return { tool_choice: { type: 'any' } };
  return { tool_choice: { type: 'tool', name: codec.toWire(toolChoice.name) } };
}

function serializeTools(
  request: MetonaRequest,
  { tools, codec }: SerializeContext,
  thinking: ThinkingPlan,
): JsonObject {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      name: codec.toWire(name),
      description,
      input_schema: parameters,
    })),
    ...serializeToolChoice(request, codec, thinking),
  };
}

/** In a tool loop the next request repeats this one and adds to it. */
function markForCache(messages: readonly WireMessage[], { dialect, tools }: SerializeContext): readonly WireMessage[] {
  const last = messages.at(-1);
  const end = last?.content.at(-1);
  if (!dialect.cachesPrompts || tools.length === 0 || last === undefined || end === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, content: [...last.content.slice(0, -1), { ...end, ...ephemeral }] }];
}

export function serializeRequest(request: MetonaRequest, context: SerializeContext): WireRequest {
  const { dialect, codec, turns } = context;
  const { params, model } = request;
  const maxTokens = maxTokensOf(request, dialect);
  const thinking = planThinking({ params, model, maxTokens }, dialect);
  const owner = { providerId: dialect.providerId, model };
  // A model that may think unasked wants its thinking back unasked.
  const replaysThinking = dialect.replaysThinking && (thinking.isOn || dialect.thinkingKind(model) === 'perhaps');
  return {
    model,
    max_tokens: maxTokens,
    ...serializeSystem(request, context),
    messages: markForCache(serializeMessages(turns, { owner, codec, replaysThinking }), context),
    stream: context.isStreaming,
    ...serializeSampling(request, context, thinking.isOn),
    ...thinking.fields,
    ...serializeOutputConfig(request, dialect, thinking.effort),
    ...serializeTools(request, context, thinking),
  };
}
