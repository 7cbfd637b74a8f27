import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AnyModel } from './provider-line';

/** Packages write advice for their callers to the console unless this is off. */
export function quietPackages(): void {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
}

/** Models written for an earlier generation of the interface are lifted to the current one by the AI SDK itself. */
export async function toCurrentModel(model: AnyModel): Promise<LanguageModelV4> {
  if (model.specificationVersion === 'v4') return model;
  const { wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({ model, middleware: [] });
}
