import type { JsonObject, MetonaGenerationParams, MetonaMessage, MetonaRequest } from '@/lib/ir';
import type { AdapterSettings } from '../ports';
import type { CallContext } from '../shared/call-draft';
import { describeResult, type HistoryTurn } from '../shared/repair-history';
import { describeUnseenImages, joinSystemPrompt } from '../shared/request-parts';
import { describeFormat } from '../shared/structured-output';
import { describeTextTools, writeTextCalls } from '../shared/text-tool-calls';
import type { ModelFacts } from './server-facts';
import type { WireMessage } from './types';

const defaultLocalContext = 32_768;
const unknownContext = 8_192;

/** Tokens asked of the server: it would otherwise choose a few thousand and drop the oldest messages silently. */
export function localContextWindow(facts: ModelFacts, settings: AdapterSettings): number {
  const cap = settings.maxLocalContext ?? defaultLocalContext;
  return Math.min(cap, facts.contextLength ?? settings.contextWindow ?? unknownContext);
}

export interface SerializeContext extends CallContext {
  readonly facts: ModelFacts;
  readonly settings: AdapterSettings;
  readonly knowsHighestEffort: boolean;
  readonly imagesOf: ReadonlyMap<MetonaMessage, readonly string[]>;
}

function lacks({ capabilities }: ModelFacts, capability: string): boolean {
  return capabilities !== undefined && !capabilities.has(capability);
}

export function canSee(facts: ModelFacts): boolean {
  return !lacks(facts, 'vision');
}

/** Nothing at all for models that cannot think or are not known to: the field alone is refused there. */
function serializeThink(params: MetonaGenerationParams, context: SerializeContext): JsonObject {
  if (!context.facts.capabilities?.has('thinking')) return {};
  if (params.thinkingEnabled === false) return { think: false };
  const { thinkingEffort } = params;
  if (thinkingEffort === undefined) return params.thinkingEnabled === true ? { think: true } : {};
  if (thinkingEffort === 'max') return { think: context.knowsHighestEffort ? 'max' : true };
  return { think: thinkingEffort };
}

function serializeUser(message: MetonaMessage, context: SerializeContext): WireMessage {
  const role = message.role === 'system' ? 'system' : 'user';
  const images = context.imagesOf.get(message) ?? [];
  const unseen = (message.images?.length ?? 0) - images.length;
  return {
    role,
    content: unseen > 0 ? describeUnseenImages(message.content, unseen) : message.content,
    ...(images.length > 0 && { images }),
  };
}

function serializeTurn({ message, calls }: HistoryTurn, context: SerializeContext): WireMessage[] {
  if (message.role !== 'assistant') return [serializeUser(message, context)];
  const { codec } = context;
  const said: WireMessage = {
    role: 'assistant',
    content: message.content,
    ...(calls.length > 0 && message.reasoningContent && { thinking: message.reasoningContent }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ call, wireId }) => ({
        id: wireId,
        function: { name: codec.toWire(call.name), arguments: call.args },
      })),
    }),
  };
  const answers = calls.map(({ call, wireId, result }): WireMessage => {
    return { role: 'tool', content: describeResult(result), tool_name: codec.toWire(call.name), tool_call_id: wireId };
  });
  return [said, ...answers];
}

function serializeOptions({ params }: MetonaRequest, context: SerializeContext): JsonObject {
  return {
    num_ctx: localContextWindow(context.facts, context.settings),
    temperature: params.temperature ?? 0,
    ...(params.maxTokens !== undefined && { num_predict: params.maxTokens }),
    ...(params.topP !== undefined && { top_p: params.topP }),
    ...(params.stopSequences !== undefined && params.stopSequences.length > 0 && { stop: params.stopSequences }),
  };
}

/** A model without the ability is refused as a whole when tools are sent; it can still write calls as text. */
export function needsTextCalls(facts: ModelFacts): boolean {
  return lacks(facts, 'tools');
}

const tagWriters =
  /deepseek-r1|deepscaler|qwq|qwen3|openthinker|smallthinker|marco-o1|exaone-deep|magistral|-reasoning/i;

/** Servers that know a model can think take the tags out themselves; others leave them in the text. */
export function writesThinkTags(model: string, facts: ModelFacts): boolean {
  return !facts.capabilities?.has('thinking') && tagWriters.test(model);
}

function serializeTools({ tools, codec, facts }: SerializeContext): JsonObject {
  if (tools.length === 0 || needsTextCalls(facts)) return {};
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name: codec.toWire(name), description, parameters },
    })),
  };
}

/** Seconds are a number; a text without a unit is refused. */
function serializeKeepAlive({ keepAlive }: AdapterSettings): JsonObject {
  if (keepAlive === undefined) return {};
  return { keep_alive: /^-?\d+$/.test(keepAlive) ? Number(keepAlive) : keepAlive };
}

export function serializeRequest(request: MetonaRequest, context: SerializeContext): JsonObject {
  const { tools, codec, facts } = context;
  const { responseFormat, toolChoice } = request;
  const hasTextCalls = needsTextCalls(facts);
  const system = joinSystemPrompt(
    request.systemPrompt,
    ...(hasTextCalls && tools.length > 0 ? [describeTextTools({ tools, codec, choice: toolChoice })] : []),
    // The server holds the model to the format, but only the prompt tells the model of it.
    ...(responseFormat === undefined ? [] : [describeFormat(responseFormat)]),
  );
  const head: WireMessage[] = system === '' ? [] : [{ role: 'system', content: system }];
  const turns = hasTextCalls ? writeTextCalls(context.turns, codec) : context.turns;
  return {
    model: request.model,
    messages: [...head, ...turns.flatMap((turn) => serializeTurn(turn, context))],
    stream: context.isStreaming,
    // The server would drop the oldest messages in silence; older ones do not know the word and do so all the same.
    truncate: false,
    options: serializeOptions(request, context),
    ...serializeThink(request.params, context),
    ...serializeTools(context),
    ...(responseFormat !== undefined && {
      format: responseFormat.type === 'json_object' ? 'json' : responseFormat.schema,
    }),
    ...serializeKeepAlive(context.settings),
  };
}
