import 'server-only';
import type { ProviderDescriptor } from '@/lib/adapters';
import type { ProviderConfigRecord, ProviderConfigStore } from '@/lib/db/provider-config-store';
import { createBriefMemory } from './brief-memory';

/** A provider as one user sees it: registered or his own, with or without a configuration. */
export interface KnownProvider {
  readonly id: string;
  readonly kind: ProviderDescriptor['kind'] | 'custom';
  readonly displayName: string;
  readonly needsKey: boolean;
  readonly descriptor: ProviderDescriptor | null;
  readonly row: ProviderConfigRecord | null;
  readonly baseUrl: string | null;
  readonly origin: string;
  readonly hasKey: boolean;
  /** A key was given for another address and has to be given again for this one. */
  readonly awaitsKey: boolean;
  readonly isConfigured: boolean;
  readonly isEnabled: boolean;
  readonly defaultModel: string | null;
}

export interface DirectoryDependencies {
  readonly configs: ProviderConfigStore;
  readonly descriptors: readonly ProviderDescriptor[];
  /** Whether a server of this kind answers on this machine. */
  readonly isDetected: (descriptor: ProviderDescriptor) => Promise<boolean>;
}

export const originOf = (baseUrl: string | null): string =>
  baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';

function toKnown(
  descriptor: ProviderDescriptor | null,
  row: ProviderConfigRecord | null,
  isDetected: boolean,
): KnownProvider {
  const kind = descriptor?.kind ?? 'custom';
  const baseUrl = row?.baseUrl ?? descriptor?.defaultBaseUrl ?? null;
  const origin = originOf(baseUrl);
  const needsKey = descriptor?.needsKey ?? false;
  const hasKey = row?.keyCipher != null && row.keyOrigin === origin;
  const awaitsKey = row !== null && row.keyOrigin !== null && !hasKey;
  const isPresent = kind === 'offline' || kind === 'custom' || row !== null || isDetected;
  const isConfigured = needsKey ? hasKey : isPresent && !awaitsKey;
  return {
    id: descriptor?.id ?? row?.providerId ?? '',
    kind,
    displayName: row?.displayName ?? descriptor?.displayName ?? row?.providerId ?? '',
    needsKey,
    descriptor,
    row,
    baseUrl,
    origin,
    hasKey,
    awaitsKey,
    isConfigured,
    isEnabled: isConfigured && (row?.enabled ?? true),
    defaultModel: row?.defaultModel ?? descriptor?.defaultModel ?? null,
  };
}

/** Registered providers in their order, then the user's own servers in the order in which they were made. */
export function createProviderDirectory({ configs, descriptors, isDetected }: DirectoryDependencies) {
  const describe = async (descriptor: ProviderDescriptor, row: ProviderConfigRecord | null) =>
    toKnown(descriptor, row, row === null && descriptor.kind === 'local' && (await isDetected(descriptor)));

  const memory = createBriefMemory<ProviderConfigRecord | null>();

  const known = async (providerId: string, row: ProviderConfigRecord | null): Promise<KnownProvider | null> => {
    const descriptor = descriptors.find((candidate) => candidate.id === providerId);
    if (descriptor) return await describe(descriptor, row);
    return row?.kind === 'custom' ? toKnown(null, row, false) : null;
  };

  return {
    async list(userId: string): Promise<KnownProvider[]> {
      const rows = await configs.list(userId);
      const rowById = new Map(rows.map((row) => [row.providerId, row]));
      const registered = await Promise.all(
        descriptors.map((descriptor) => describe(descriptor, rowById.get(descriptor.id) ?? null)),
      );
      const custom = rows.filter((row) => row.kind === 'custom').map((row) => toKnown(null, row, false));
      return [...registered, ...custom];
    },

    find: async (userId: string, providerId: string): Promise<KnownProvider | null> =>
      known(providerId, await configs.find(userId, providerId)),

    /** As it was up to a second ago, if somebody else has changed it since. */
    findLately: async (userId: string, providerId: string): Promise<KnownProvider | null> =>
      known(providerId, await memory.recall(`${userId} ${providerId}`, () => configs.find(userId, providerId))),

    /** Runs a change of a provider's configuration by this process, which all who look afterwards see. */
    change: <Result>(userId: string, providerId: string, write: () => Promise<Result>): Promise<Result> =>
      memory.around(`${userId} ${providerId}`, write),
  };
}
export type ProviderDirectory = ReturnType<typeof createProviderDirectory>;
