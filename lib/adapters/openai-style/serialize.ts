import type { JsonObject, MetonaMessage, MetonaRequest, MetonaToolChoice, MetonaToolDef } from '@/lib/ir';
import type { CallContext } from '../shared/call-draft';
import { acceptedParams } from '../shared/model-catalogue';
import { describeResult, type HistoryTurn, usesTools } from '../shared/repair-history';
import { describeUnseenImages, joinSystemPrompt } from '../shared/request-parts';
import { describeFormat, isStrictSchema } from '../shared/structured-output';
import { describeTextTools, writeTextCalls } from '../shared/text-tool-calls';
import type { ToolNameCodec } from '../shared/tool-name-codec';
import type { OpenAiDialect } from './dialect';
import type { WireContentPart, WireMessage, WireRequest, WireTool } from './types';

export interface SerializeContext extends CallContext {
  readonly dialect: OpenAiDialect;
}

function serializeContent(message: MetonaMessage, context: SerializeContext, model: string): WireMessage['content'] {
  const images = message.role === 'user' ? (message.images ?? []) : [];
  if (images.length === 0) return message.content;
  const { dialect } = context;
  if (dialect.refusesUnseenImages && !dialect.catalogue.find(model).info.supportsImages) {
    return describeUnseenImages(message.content, images.length);
  }
  const parts: WireContentPart[] = images.map(({ url, detail }) => ({
    type: 'image_url',
    image_url: { url, ...(detail !== undefined && { detail }) },
  }));
  return message.content === '' ? parts : [{ type: 'text', text: message.content }, ...parts];
}

/** Thinking of another provider is not this one's; it goes back as none. */
function ownReasoning({ reasoningContent, answeredBy }: MetonaMessage, providerId: string): string {
  return answeredBy === undefined || answeredBy.provider === providerId ? (reasoningContent ?? '') : '';
}

function serializeTurn(turn: HistoryTurn, context: SerializeContext, request: MetonaRequest): WireMessage[] {
  const { message, calls } = turn;
  const { codec, dialect } = context;
  if (message.role !== 'assistant') {
    const role = message.role === 'system' ? dialect.systemRole(request.model) : 'user';
    return [{ role, content: serializeContent(message, context, request.model) }];
  }
  const hasTools = context.tools.length > 0 || usesTools(context.turns);
  const said: WireMessage = {
    role: 'assistant',
    content: message.content,
    ...(dialect.returnsReasoning && hasTools && { reasoning_content: ownReasoning(message, dialect.providerId) }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ call, wireId }) => ({
        id: wireId,
        type: 'function' as const,
        function: { name: codec.toWire(call.name), arguments: JSON.stringify(call.args) },
      })),
    }),
  };
  const answers = calls.map(({ wireId, result }): WireMessage => {
    return { role: 'tool', tool_call_id: wireId, content: describeResult(result) };
  });
  return [said, ...answers];
}

function serializeTool(tool: MetonaToolDef, codec: ToolNameCodec): WireTool {
  const { name, description, parameters } = tool;
  return { type: 'function', function: { name: codec.toWire(name), description, parameters } };
}

function serializeToolChoice(choice: MetonaToolChoice, codec: ToolNameCodec): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: codec.toWire(choice.name) } };
}

function serializeFormat({ responseFormat, model }: MetonaRequest, { dialect }: SerializeContext): JsonObject {
  const native = dialect.structuredOutput(model);
  if (responseFormat === undefined || native === 'none') return {};
  if (responseFormat.type === 'json_object' || native === 'json_object') {
    return { response_format: { type: 'json_object' } };
  }
  const { name, schema } = responseFormat;
  const strict = isStrictSchema(schema, { allRequired: true });
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict } } };
}

function describeAdditions(request: MetonaRequest, { dialect, tools, codec }: SerializeContext): string[] {
  const { responseFormat, toolChoice, model } = request;
  const additions: string[] = [];
  if (dialect.textToolCalls && tools.length > 0) {
    additions.push(describeTextTools({ tools, codec, choice: toolChoice }));
  }
  // JSON mode without a schema demands that the prompt itself asks for JSON.
  const isSaidElsewhere = responseFormat?.type === 'json_schema' && dialect.structuredOutput(model) === 'json_schema';
  if (responseFormat !== undefined && !isSaidElsewhere) additions.push(describeFormat(responseFormat));
  return additions;
}

function serializeParams(request: MetonaRequest, { dialect, tools }: SerializeContext): JsonObject {
  const { model } = request;
  const entry = dialect.catalogue.find(model);
  const params = acceptedParams(request.params, entry);
  const call = { params, model, hasTools: tools.length > 0 };
  return {
    ...(params.maxTokens !== undefined && { [dialect.maxTokensField(model)]: params.maxTokens }),
    ...(dialect.takesSampling(call) && {
      ...(!entry.rejects.includes('temperature') && { temperature: params.temperature ?? 0 }),
      ...(params.topP !== undefined && { top_p: params.topP }),
    }),
    ...(params.stopSequences !== undefined && params.stopSequences.length > 0 && { stop: params.stopSequences }),
    ...dialect.thinkingFields(call),
  };
}

function serializeTools(request: MetonaRequest, { dialect, codec, tools }: SerializeContext): JsonObject {
  if (tools.length === 0 || dialect.textToolCalls) return {};
  const { toolChoice, params, model } = request;
  return {
    tools: tools.map((tool) => serializeTool(tool, codec)),
    ...(toolChoice !== undefined &&
      dialect.takesToolChoice({ params, model, hasTools: true }) && {
        tool_choice: serializeToolChoice(toolChoice, codec),
      }),
  };
}

export function serializeRequest(request: MetonaRequest, context: SerializeContext): WireRequest {
  const system = joinSystemPrompt(request.systemPrompt, ...describeAdditions(request, context));
  const { turns: history, codec } = context;
  const turns = context.dialect.textToolCalls ? writeTextCalls(history, codec) : history;
  const head: WireMessage[] =
    system === '' ? [] : [{ role: context.dialect.systemRole(request.model), content: system }];
  return {
    model: request.model,
    messages: [...head, ...turns.flatMap((turn) => serializeTurn(turn, context, request))],
    stream: context.isStreaming,
    ...(context.isStreaming && { stream_options: { include_usage: true } }),
    ...serializeParams(request, context),
    ...serializeTools(request, context),
    ...serializeFormat(request, context),
  };
}
