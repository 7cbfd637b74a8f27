import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AnyModel } from './provider-line';

/** Models written for an earlier generation of the interface are lifted to the current one by the AI SDK itself. */
export async function toCurrentModel(model: AnyModel): Promise<LanguageModelV4> {
  if (model.specificationVersion === 'v4') return model;
  const { wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({ model, middleware: [] });
}
