import type { JsonObject, MetonaGenerationParams } from '@/lib/ir';
import type { ModelCatalogue } from '../shared/model-catalogue';

/** What decides how a model may be asked. */
export interface DialectCall {
  readonly params: MetonaGenerationParams;
  readonly model: string;
  readonly hasTools: boolean;
}

/**
 * What one provider does differently from the common protocol. Every quirk is a line here; the serializer, the
 * translator and the adapter know no provider by name.
 */
export interface OpenAiDialect {
  readonly providerId: string;
  readonly displayName: string;
  readonly defaultBaseUrl: string | null;
  /** Where the API lives on its host; added to a base URL that is nothing but a host. */
  readonly basePath: '' | '/v1';
  readonly needsKey: boolean;
  readonly keyUrl?: string;
  readonly defaultModel: string | null;
  readonly catalogue: ModelCatalogue;
  /** Embedding models to offer; absent for a provider that has none. */
  readonly embeddingModels?: readonly string[];
  /** A server that cannot list its models still has those of the catalogue. */
  readonly mayLackModelList: boolean;
  /** Reasoning goes back with every assistant message once tools are in play, as "" when there is none. */
  readonly returnsReasoning: boolean;
  /** Only the models that list it take images; for others the server itself decides. */
  readonly refusesUnseenImages: boolean;
  /** The models write their thinking into their text. */
  readonly inlineThinking: boolean;
  /** The server knows no tools; calls are text. */
  readonly textToolCalls: boolean;
  /** Whether an id on the server's list is a model to talk to by this protocol. */
  isListed(id: string): boolean;
  structuredOutput(model: string): 'json_schema' | 'json_object' | 'none';
  systemRole(model: string): 'system' | 'developer';
  maxTokensField(model: string): 'max_tokens' | 'max_completion_tokens';
  thinkingFields(call: DialectCall): JsonObject;
  takesSampling(call: DialectCall): boolean;
  takesToolChoice(call: DialectCall): boolean;
}

/** The protocol as most servers speak it; a dialect names what it does differently. */
export const commonDialect = {
  basePath: '',
  mayLackModelList: false,
  returnsReasoning: false,
  refusesUnseenImages: false,
  inlineThinking: false,
  textToolCalls: false,
  isListed: () => true,
  structuredOutput: () => 'json_schema',
  systemRole: () => 'system',
  maxTokensField: () => 'max_tokens',
  thinkingFields: () => ({}),
  takesSampling: () => true,
  takesToolChoice: () => true,
} as const satisfies Partial<OpenAiDialect>;
