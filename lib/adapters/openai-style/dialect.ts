import type { JsonObject, MetonaGenerationParams, MetonaModelInfo } from '@/lib/ir';

/**
 * What one provider does differently from the common protocol. Every quirk is a line here; the serializer, the
 * translator and the adapter know no provider by name.
 */
export interface OpenAiDialect {
  readonly providerId: string;
  readonly displayName: string;
  readonly defaultBaseUrl: string | null;
  readonly needsKey: boolean;
  readonly keyUrl?: string;
  readonly defaultModel: string | null;
  readonly catalogue: readonly MetonaModelInfo[];
  /** For models outside the catalogue. */
  readonly unknownModel: Omit<MetonaModelInfo, 'id' | 'providerId' | 'displayName'>;
  readonly structuredOutput: 'json_schema' | 'json_object';
  /** Reasoning goes back with every assistant message once tools are in play, as "" when there is none. */
  readonly returnsReasoning: boolean;
  /** Only the models that list it take images; for others the server itself decides. */
  readonly refusesUnseenImages: boolean;
  systemRole(model: string): 'system' | 'developer';
  maxTokensField(model: string): 'max_tokens' | 'max_completion_tokens';
  thinkingFields(params: MetonaGenerationParams, model: string): JsonObject;
  takesSampling(params: MetonaGenerationParams, model: string): boolean;
  takesToolChoice(params: MetonaGenerationParams, model: string): boolean;
}

export function findModel(dialect: OpenAiDialect, model: string): MetonaModelInfo {
  return (
    dialect.catalogue.find((entry) => entry.id === model) ?? {
      ...dialect.unknownModel,
      id: model,
      providerId: dialect.providerId,
      displayName: model,
    }
  );
}
