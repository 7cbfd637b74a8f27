import 'server-only';
import type { ProviderDescriptor } from '@/lib/adapters';
import type { ProviderConfigRecord, ProviderConfigStore } from '@/lib/db/provider-config-store';
import type { SharedProviderRecord } from '@/lib/db/shared-provider-store';
import { createBriefMemory } from './brief-memory';
import { isLentModel, type Lending } from './lending';

/** A server of this machine that nobody has set up. */
export interface LocalServer {
  /** What answers when no model is named; null while there is none on it. */
  readonly model: string | null;
}

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
  /** Nobody has set it up: it was found on this machine. */
  readonly isDetected: boolean;
  readonly defaultModel: string | null;
  /** Set when an administrator lends it: nothing above tells of his address and key. */
  readonly loan: LentProvider | null;
}

/** What stands behind a provider that is lent. */
export interface LentProvider {
  readonly ownerId: string;
  /** As its owner has configured it. */
  readonly source: KnownProvider;
  /** As it would be without the loan. */
  readonly own: KnownProvider;
  /** None means all. */
  readonly models: readonly string[];
}

/** The kind of a row that holds no more than what a borrower chose about a loan. */
export const loanKind = 'loan';

export interface DirectoryDependencies {
  readonly configs: ProviderConfigStore;
  readonly descriptors: readonly ProviderDescriptor[];
  /** The server of this kind on this machine, if one answers. */
  readonly detect: (descriptor: ProviderDescriptor) => Promise<LocalServer | null>;
  readonly lending: Pick<Lending, 'listFor' | 'change'>;
}

export const originOf = (baseUrl: string | null): string =>
  baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';

function toKnown(
  descriptor: ProviderDescriptor | null,
  row: ProviderConfigRecord | null,
  detected: LocalServer | null,
): KnownProvider {
  const kind = descriptor?.kind ?? 'custom';
  const baseUrl = row?.baseUrl ?? descriptor?.defaultBaseUrl ?? null;
  const origin = originOf(baseUrl);
  const needsKey = descriptor?.needsKey ?? false;
  const hasKey = row?.keyCipher != null && row.keyOrigin === origin;
  const awaitsKey = row !== null && row.keyOrigin !== null && !hasKey;
  const isPresent = kind === 'offline' || kind === 'custom' || row !== null || detected !== null;
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
    isDetected: detected !== null,
    defaultModel: row?.defaultModel ?? descriptor?.defaultModel ?? detected?.model ?? null,
    loan: null,
  };
}

const isLoanRow = (row: ProviderConfigRecord | null) => row?.kind === loanKind;

/** A provider with the loan behind it; whoever has configured his own uses that. */
function withLoan(
  own: KnownProvider,
  of: { share: SharedProviderRecord | undefined; row: ProviderConfigRecord | null },
): KnownProvider {
  const { share } = of;
  if (!share || (own.row !== null && own.isConfigured)) return own;
  const source = toKnown(own.descriptor, share.row, null);
  if (!source.isEnabled) return own;
  const choice = isLoanRow(of.row) ? of.row : null;
  const usual = [choice?.defaultModel, source.defaultModel, share.models[0]];
  return {
    ...own,
    kind: source.kind,
    displayName: source.displayName,
    row: choice,
    baseUrl: null,
    origin: '',
    hasKey: false,
    awaitsKey: false,
    isConfigured: true,
    isEnabled: choice?.enabled ?? true,
    defaultModel: usual.find((model) => model != null && isLentModel(share, model)) ?? null,
    loan: { ownerId: share.ownerId, source, own, models: share.models },
  };
}

/** Registered providers in their order, then servers that are lent, then the user's own in the order in which they were made. */
export function createProviderDirectory({ configs, descriptors, detect, lending }: DirectoryDependencies) {
  const describe = async (descriptor: ProviderDescriptor, row: ProviderConfigRecord | null) =>
    toKnown(descriptor, row, row === null && descriptor.kind === 'local' ? await detect(descriptor) : null);

  const memory = createBriefMemory<ProviderConfigRecord | null>();

  /** Null for what is neither registered, nor the user's own, nor lent to him. */
  const known = async (
    providerId: string,
    of: { row: ProviderConfigRecord | null; shares: readonly SharedProviderRecord[] },
  ): Promise<KnownProvider | null> => {
    const share = of.shares.find((candidate) => candidate.providerId === providerId);
    const ownRow = isLoanRow(of.row) ? null : of.row;
    const descriptor = descriptors.find((candidate) => candidate.id === providerId);
    if (descriptor) return withLoan(await describe(descriptor, ownRow), { share, row: of.row });
    if (ownRow?.kind === 'custom') return toKnown(null, ownRow, null);
    if (share?.row?.kind !== 'custom') return null;
    const lent = withLoan({ ...toKnown(null, null, null), id: providerId }, { share, row: of.row });
    return lent.loan === null ? null : lent;
  };

  const find = async (userId: string, providerId: string, as: 'now' | 'lately'): Promise<KnownProvider | null> => {
    const read = () => configs.find(userId, providerId);
    const reading = as === 'now' ? read() : memory.recall(`${userId} ${providerId}`, read);
    const [row, shares] = await Promise.all([reading, lending.listFor(userId, { as })]);
    return known(providerId, { row, shares });
  };

  return {
    async list(userId: string): Promise<KnownProvider[]> {
      const [rows, shares] = await Promise.all([configs.list(userId), lending.listFor(userId, { as: 'now' })]);
      const rowById = new Map(rows.map((row) => [row.providerId, row]));
      const ids = [
        ...descriptors.map((descriptor) => descriptor.id),
        ...shares.map((share) => share.providerId),
        ...rows.map((row) => row.providerId),
      ];
      const found = await Promise.all(
        [...new Set(ids)].map((id) => known(id, { row: rowById.get(id) ?? null, shares })),
      );
      return found.filter((provider) => provider !== null);
    },

    find: (userId: string, providerId: string): Promise<KnownProvider | null> => find(userId, providerId, 'now'),

    /** As it was up to a second ago, if somebody else has changed it since. */
    findLately: (userId: string, providerId: string): Promise<KnownProvider | null> =>
      find(userId, providerId, 'lately'),

    /** Runs a change of a provider's configuration by this process, which all who look afterwards see. */
    change: <Result>(userId: string, providerId: string, write: () => Promise<Result>): Promise<Result> =>
      lending.change(() => memory.around(`${userId} ${providerId}`, write)),
  };
}
export type ProviderDirectory = ReturnType<typeof createProviderDirectory>;
