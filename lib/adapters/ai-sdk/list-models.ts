import type { MetonaModelInfo, MetonaPricing } from '@/lib/ir';
import type { ModelCatalogue } from '../shared/model-catalogue';

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const wordsOf = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);

function tokens(...values: unknown[]): number | undefined {
  return values.find((value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0);
}

function flag(...values: unknown[]): boolean | undefined {
  return values.find((value): value is boolean => typeof value === 'boolean');
}

function text(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** The id that a call wants; some lists give it as a path. */
function idOf(entry: Fields): string | undefined {
  return text(entry.id, entry.name)?.replace(/^models\//, '');
}

/** Lists also hold models that embed, transcribe or draw. */
function canConverse(entry: Fields): boolean {
  const methods = wordsOf(entry.supportedGenerationMethods);
  const written = wordsOf(fieldsOf(entry.architecture).output_modalities);
  const isChat = flag(fieldsOf(entry.capabilities).completion_chat, entry.active) ?? true;
  return isChat && (methods?.includes('generateContent') ?? true) && (written?.includes('text') ?? true);
}

/** Prices that a list gives per token, as decimal text. */
function pricingOf({ pricing }: Fields): MetonaPricing | undefined {
  const [input, output] = [fieldsOf(pricing).prompt, fieldsOf(pricing).completion].map((price) => {
    const perMillion = typeof price === 'string' ? Number(price) * 1_000_000 : Number.NaN;
    return Number.isFinite(perMillion) && perMillion >= 0 ? Number(perMillion.toPrecision(6)) : undefined;
  });
  if (input === undefined || output === undefined) return undefined;
  return { inputPerMillion: input, outputPerMillion: output, currency: 'USD' };
}

function translateModel(entry: Fields, id: string, known: MetonaModelInfo): MetonaModelInfo {
  const seen = wordsOf(fieldsOf(entry.architecture).input_modalities);
  const taken = wordsOf(entry.supported_parameters);
  const able = fieldsOf(entry.capabilities);
  const pricing = known.pricing ?? pricingOf(entry);
  const window = tokens(entry.context_length, entry.max_context_length, entry.context_window, entry.inputTokenLimit);
  const output = tokens(
    fieldsOf(entry.top_provider).max_completion_tokens,
    entry.max_completion_tokens,
    entry.outputTokenLimit,
  );
  return {
    ...known,
    displayName: known.displayName === id ? (text(entry.displayName, entry.name) ?? id) : known.displayName,
    contextWindow: window ?? known.contextWindow,
    maxOutput: output ?? known.maxOutput,
    supportsThinking: flag(entry.thinking, able.reasoning, taken?.includes('reasoning')) ?? known.supportsThinking,
    supportsImages: flag(able.vision, seen?.includes('image')) ?? known.supportsImages,
    supportsToolCalling: flag(able.function_calling, taken?.includes('tools')) ?? known.supportsToolCalling,
    ...(pricing !== undefined && { pricing }),
  };
}

/** A list as `{data: […]}`, `{models: […]}` or bare, merged with what the catalogue knows. Null when it is no list. */
export function translateModelList(value: unknown, catalogue: ModelCatalogue): MetonaModelInfo[] | null {
  const list = wordsOf(value) ?? wordsOf(fieldsOf(value).data) ?? wordsOf(fieldsOf(value).models);
  if (list === undefined) return null;
  return list.filter(isFields).flatMap((entry) => {
    const id = idOf(entry);
    return id === undefined || !canConverse(entry) ? [] : [translateModel(entry, id, catalogue.find(id).info)];
  });
}
