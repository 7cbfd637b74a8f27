import type { AdapterSettings } from '../ports';
import { overrideCatalogue, overrideOf } from '../shared/model-overrides';
import type { OpenAiDialect } from './dialect';

/** The dialect for one model, as far as the user knows better what that model can do. */
export function overrideDialect(dialect: OpenAiDialect, model: string, settings: AdapterSettings): OpenAiDialect {
  const { modelOverrides } = settings;
  const override = overrideOf(modelOverrides, model);
  if (override === undefined) return dialect;
  const { supportsToolCalling, supportsImages, supportsThinking, supportsStructuredOutput } = override;
  const native = dialect.structuredOutput(model);
  const format = supportsStructuredOutput && native === 'none' ? 'json_schema' : native;
  return {
    ...dialect,
    catalogue: overrideCatalogue(dialect.catalogue, modelOverrides),
    textToolCalls: supportsToolCalling === undefined ? dialect.textToolCalls : !supportsToolCalling,
    refusesUnseenImages: dialect.refusesUnseenImages || supportsImages === false,
    structuredOutput: () => (supportsStructuredOutput === false ? 'none' : format),
    thinkingFields: (call) => (supportsThinking === false ? {} : dialect.thinkingFields(call)),
  };
}
