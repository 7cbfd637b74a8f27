import type { MetonaModelInfo } from '@/lib/ir';
import type { AdapterSettings } from '../ports';
import type { OpenAiDialect } from './dialect';

type Fields = Record<string, unknown>;

function tokens(...values: unknown[]): number | undefined {
  return values.find((value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0);
}

function translateModel(entry: Fields, dialect: OpenAiDialect, settings: AdapterSettings): MetonaModelInfo {
  const { info: known } = dialect.catalogue.find(String(entry.id));
  return {
    ...known,
    contextWindow: tokens(entry.context_length, entry.max_model_len, settings.contextWindow) ?? known.contextWindow,
    maxOutput: tokens(entry.max_output_tokens, settings.maxOutput) ?? known.maxOutput,
  };
}

/** A list as `{data: […]}` or bare; entries without an id are left out. Null when it is no list at all. */
export function translateModelList(
  value: unknown,
  dialect: OpenAiDialect,
  settings: AdapterSettings,
): MetonaModelInfo[] | null {
  const list: unknown = Array.isArray(value) ? value : (value as Fields | null)?.data;
  if (!Array.isArray(list)) return null;
  return list
    .filter(
      (entry): entry is Fields =>
        typeof entry === 'object' && entry !== null && typeof (entry as Fields).id === 'string',
    )
    .filter((entry) => dialect.isListed(String(entry.id)))
    .map((entry) => translateModel(entry, dialect, settings));
}
