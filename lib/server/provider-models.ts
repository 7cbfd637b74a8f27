import 'server-only';
import { z } from 'zod';
import { overrideInfo } from '@/lib/adapters';
import {
  type IMetonaProviderAdapter,
  MetonaFailure,
  type MetonaModelInfo,
  metonaErrorSchema,
  metonaModelInfoSchema,
} from '@/lib/ir';
import { isLentModel } from './lending';
import type { KnownProvider } from './provider-directory';
import { overridesOf, readSettings, type SeenList, type SeenModel } from './provider-settings';

const windowChange = z.object({
  id: z.string(),
  context_window: z.object({ before: z.number(), now: z.number() }).nullable(),
  /** The price is another one. */
  price: z.boolean(),
});

const listChangesSchema = z.object({
  since: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(windowChange),
});
type ListChanges = z.infer<typeof listChangesSchema>;

export const modelListSchema = z.object({
  items: z.array(metonaModelInfoSchema.extend({ overridden: z.boolean() })),
  /** False: the provider could not be asked, these are the models known without it. */
  live: z.boolean(),
  error: metonaErrorSchema.nullable(),
  /** Against the list that was looked at last; null when there was none, or nothing to compare. */
  changes: listChangesSchema.nullable(),
});
export type ModelList = z.infer<typeof modelListSchema>;

const listTimeoutMs = 15_000;
const maxSeen = 3_000;

const seenModel = ({ contextWindow, pricing }: MetonaModelInfo): SeenModel => ({
  window: contextWindow,
  price: pricing ? `${pricing.inputPerMillion} ${pricing.outputPerMillion} ${pricing.currency}` : null,
});

/** The list as it is kept to be compared with later ones. */
export function toSeenList(models: readonly MetonaModelInfo[], at: string): SeenList {
  return { at, models: Object.fromEntries(models.slice(0, maxSeen).map((model) => [model.id, seenModel(model)])) };
}

function compare(seen: SeenList, models: readonly MetonaModelInfo[]): ListChanges {
  const before = new Map(Object.entries(seen.models));
  const now = new Map(models.map((model) => [model.id, seenModel(model)]));
  const changed = [...now].flatMap(([id, { window, price }]) => {
    const old = before.get(id);
    if (old === undefined || (old.window === window && old.price === price)) return [];
    const windows = old.window === window ? null : { before: old.window, now: window };
    return [{ id, context_window: windows, price: old.price !== price }];
  });
  return {
    since: seen.at,
    added: [...now.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !now.has(id)),
    changed,
  };
}

type Open = () => Promise<IMetonaProviderAdapter>;

/** The provider's own list, as the provider gives it. */
export async function readModels(open: Open): Promise<MetonaModelInfo[]> {
  const adapter = await open();
  return await adapter.listModels({ signal: AbortSignal.timeout(listTimeoutMs) });
}

/** The provider's own list; when it cannot be had, what is known without it, and why. Overrides hold in both. */
export async function listModels(
  provider: KnownProvider,
  open: Open,
  onRead: (models: readonly MetonaModelInfo[]) => void,
): Promise<ModelList> {
  const { models: corrected, seen } = readSettings(provider);
  const overrides = overridesOf(provider.loan?.source ?? provider);
  const mark = (info: MetonaModelInfo) => {
    return { ...overrideInfo(info, overrides), overridden: Object.hasOwn(corrected, info.id) };
  };
  try {
    const models = await readModels(open);
    onRead(models);
    const changes = seen === null ? null : compare(seen, models);
    return { items: models.map(mark), live: true, error: null, changes };
  } catch (thrown) {
    const late = { code: 'network_timeout' as const, message: 'The provider did not answer in time.', retryable: true };
    const error = thrown instanceof MetonaFailure ? thrown.error : late;
    const { loan, descriptor } = provider;
    const listed = (descriptor?.catalogue ?? []).filter(({ id }) => loan === null || isLentModel(loan, id));
    return { items: listed.map(mark), live: false, error, changes: null };
  }
}
