import type { MetonaModelInfo } from '@/lib/ir';
import type { MessagesDialect } from './dialect';

type Fields = Record<string, unknown>;

/** One page of the list. */
export interface ModelPage {
  readonly models: readonly MetonaModelInfo[];
  /** Where the next page begins; undefined on the last. */
  readonly after: string | undefined;
}

function tokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function translateModel(entry: Fields, { catalogue }: MessagesDialect): MetonaModelInfo {
  const { info } = catalogue.find(String(entry.id));
  return {
    ...info,
    displayName:
      typeof entry.display_name === 'string' && entry.display_name !== '' ? entry.display_name : info.displayName,
    contextWindow: tokens(entry.max_input_tokens) ?? info.contextWindow,
    maxOutput: tokens(entry.max_tokens) ?? info.maxOutput,
  };
}

/** Null when the answer is no list. */
export function readModelPage(value: unknown, dialect: MessagesDialect): ModelPage | null {
  const page = typeof value === 'object' && value !== null ? (value as Fields) : {};
  if (!Array.isArray(page.data)) return null;
  const entries = page.data.filter(
    (entry): entry is Fields => typeof entry === 'object' && entry !== null && typeof (entry as Fields).id === 'string',
  );
  const after = page.has_more === true && typeof page.last_id === 'string' ? page.last_id : undefined;
  return { models: entries.map((entry) => translateModel(entry, dialect)), after };
}
