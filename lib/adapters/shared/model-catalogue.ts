import type { MetonaGenerationParams, MetonaModelInfo, MetonaThinkingEffort } from '@/lib/ir';

export type RejectedParameter = 'temperature' | 'topP' | 'stopSequences';

/** Per million tokens; `asOf` is the day on which the price was true (ISO date). */
interface DatedPrice {
  readonly input: number;
  readonly output: number;
  readonly currency: string;
  readonly asOf: string;
}

/** What a model takes and what it costs, beyond what the IR says about it. */
export interface CatalogueEntry {
  readonly info: MetonaModelInfo;
  /** The provider's words for the efforts; null for models whose thinking has no such control. */
  readonly efforts: Readonly<Record<MetonaThinkingEffort, string>> | null;
  /** Parameters the provider answers with a refusal; they are left out. */
  readonly rejects: readonly RejectedParameter[];
  readonly price?: DatedPrice;
}

/** Models that behave alike, told by their id; what is said here also holds for ids nobody has listed. */
export interface ModelFamily extends Omit<CatalogueEntry, 'info' | 'price'> {
  readonly pattern: RegExp;
  readonly traits: Omit<MetonaModelInfo, 'id' | 'providerId' | 'displayName' | 'pricing'>;
}

export interface ListedModel {
  readonly id: string;
  readonly displayName: string;
  readonly price?: DatedPrice;
}

export interface ModelCatalogue {
  readonly infos: readonly MetonaModelInfo[];
  /** Never fails: an unknown id gets what its family, or the last of the families, allows. */
  find(id: string): CatalogueEntry;
}

export interface CatalogueSource {
  readonly providerId: string;
  /** The first that matches counts; the last must match everything. */
  readonly families: readonly [...ModelFamily[], ModelFamily];
  readonly listed: readonly ListedModel[];
}

export function createCatalogue({ providerId, families, listed }: CatalogueSource): ModelCatalogue {
  const describe = ({ id, displayName, price }: ListedModel): CatalogueEntry => {
    const { efforts, rejects, traits } = families.find(({ pattern }) => pattern.test(id)) ?? lastOf(families);
    const pricing = price && {
      inputPerMillion: price.input,
      outputPerMillion: price.output,
      currency: price.currency,
      asOf: price.asOf,
    };
    const info: MetonaModelInfo = { ...traits, id, providerId, displayName, ...(pricing && { pricing }) };
    return { info, efforts, rejects, ...(price && { price }) };
  };
  const entries = new Map(listed.map((model) => [model.id, describe(model)]));
  return {
    infos: [...entries.values()].map((entry) => entry.info),
    find: (id) => entries.get(id) ?? describe({ id, displayName: id }),
  };
}

function lastOf(families: CatalogueSource['families']): ModelFamily {
  return families[families.length - 1] as ModelFamily;
}

/** The parameters of a request that the model takes. */
export function acceptedParams(params: MetonaGenerationParams, { rejects }: CatalogueEntry): MetonaGenerationParams {
  if (rejects.length === 0) return params;
  const accepted = { ...params };
  for (const name of rejects) delete accepted[name];
  return accepted;
}
