import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { MetonaGenerationParams, MetonaRequest, MetonaToolChoice, MetonaToolDef } from '@/lib/ir';
import { acceptedParams, type CatalogueEntry } from '../shared/model-catalogue';
import { joinSystemPrompt } from '../shared/request-parts';
import { describeFormat, isStrictSchema } from '../shared/structured-output';
import type { ToolNameCodec } from '../shared/tool-name-codec';
import { type PromptContext, serializePrompt } from './prompt';
import type { AiSdkProviderLine } from './provider-line';

export interface CallContext extends PromptContext {
  readonly tools: readonly MetonaToolDef[];
}

type Options = LanguageModelV4CallOptions;
type FunctionTool = Extract<NonNullable<Options['tools']>[number], { type: 'function' }>;

function serializeTool({ name, description, parameters }: MetonaToolDef, codec: ToolNameCodec): FunctionTool {
  // Any JSON Schema passes; the package's type describes one edition of it.
  const inputSchema = parameters as FunctionTool['inputSchema'];
  return { type: 'function', name: codec.toWire(name), description, inputSchema };
}

function serializeToolChoice(choice: MetonaToolChoice, codec: ToolNameCodec): NonNullable<Options['toolChoice']> {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: codec.toWire(choice.name) };
}

function serializeReasoning(
  { thinkingEnabled, thinkingEffort }: MetonaGenerationParams,
  { info, efforts }: CatalogueEntry,
  line: AiSdkProviderLine,
): Options['reasoning'] {
  if (!info.supportsThinking) return undefined;
  if (thinkingEnabled === false) return 'none';
  const effort = thinkingEffort ?? (line.thinksWhenTold && thinkingEnabled ? 'high' : undefined);
  return effort === undefined || efforts === null ? undefined : (efforts[effort] as Options['reasoning']);
}

/** A schema that the provider would refuse is asked for in words, beside its plain JSON mode. */
function serializeFormat({ responseFormat }: MetonaRequest, line: AiSdkProviderLine, { info }: CatalogueEntry) {
  if (responseFormat === undefined) return { words: [] };
  if (!info.supportsStructuredOutput) return { words: [describeFormat(responseFormat)] };
  const isNative =
    responseFormat.type === 'json_schema' &&
    (!line.strictSchemas || isStrictSchema(responseFormat.schema, { allRequired: true }));
  if (!isNative) return { responseFormat: { type: 'json' as const }, words: [describeFormat(responseFormat)] };
  const schema = responseFormat.schema as NonNullable<FunctionTool['inputSchema']>;
  return { responseFormat: { type: 'json' as const, name: responseFormat.name, schema }, words: [] };
}

/** Models that think choose their own temperature unless a person set one. */
function serializeSampling(params: MetonaGenerationParams, entry: CatalogueEntry): Partial<Options> {
  const { temperature, topP, stopSequences } = acceptedParams(params, entry);
  const coolest = entry.info.supportsThinking || entry.rejects.includes('temperature') ? undefined : 0;
  const chosen = temperature ?? coolest;
  return {
    ...(chosen !== undefined && { temperature: chosen }),
    ...(topP !== undefined && { topP }),
    ...(stopSequences !== undefined && stopSequences.length > 0 && { stopSequences }),
  };
}

/** One request of the IR as the options of a package's model. */
export async function serializeCall(context: CallContext): Promise<Options> {
  const { request, line, entry, codec, tools } = context;
  const { params } = request;
  const { words, ...format } = serializeFormat(request, line, entry);
  const reasoning = serializeReasoning(params, entry, line);
  return {
    prompt: await serializePrompt(joinSystemPrompt(request.systemPrompt, ...words), context),
    ...format,
    ...serializeSampling(params, entry),
    ...(params.maxTokens !== undefined && { maxOutputTokens: params.maxTokens }),
    ...(reasoning !== undefined && { reasoning }),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => serializeTool(tool, codec)),
      ...(request.toolChoice !== undefined && { toolChoice: serializeToolChoice(request.toolChoice, codec) }),
    }),
    ...(line.options && { providerOptions: line.options(params, entry) }),
    includeRawChunks: true,
  };
}
