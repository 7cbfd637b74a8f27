import 'server-only';
import { z } from 'zod';
import type { SharedProviderRecord, SharedProviderStore, UserUsage } from '@/lib/db/shared-provider-store';
import { conflict, invalid, notFound } from './http/problem';
import { type Lending, monthOf } from './lending';
import type { ProviderDirectory } from './provider-directory';

const model = z.string().trim().min(1).max(200);

/** `PUT`: the whole of what borrowers are held to. */
export const sharedProviderBody = z.strictObject({
  /** None means all. */
  models: z.array(model).max(200).default([]),
  everyone: z.boolean().default(true),
  user_ids: z.array(z.string().min(1).max(200)).max(1_000).default([]),
  /** For each user and month; null for none. */
  cost_cap: z.number().min(0).max(1_000_000).nullable(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .default('USD'),
  /** For each user and month: all tokens, or with a spend cap those of models without a known price. */
  token_cap: z.number().int().min(0).max(1_000_000_000_000).nullable(),
});

export const sharedProviderSchema = z.object({
  provider_id: z.string(),
  display_name: z.string(),
  owner: z.object({ id: z.string(), email: z.string() }),
  /** False: its owner does not administer any more, or has taken his configuration away. */
  active: z.boolean(),
  models: z.array(z.string()),
  everyone: z.boolean(),
  user_ids: z.array(z.string()),
  cost_cap: z.number().nullable(),
  currency: z.string(),
  token_cap: z.number().nullable(),
  month: z.string(),
  /** Sums of this month. */
  usage: z.array(
    z.object({
      user_id: z.string(),
      email: z.string(),
      /** Empty where no price is known. */
      currency: z.string(),
      cost: z.number(),
      tokens: z.number(),
      calls: z.number(),
    }),
  ),
});
type SharedProviderView = z.infer<typeof sharedProviderSchema>;

interface SharedProviderDependencies {
  readonly store: SharedProviderStore;
  readonly lending: Pick<Lending, 'change'>;
  readonly directory: ProviderDirectory;
  readonly now: () => number;
}

const usageView = ({ userId, email, currency, cost, tokens, calls }: UserUsage) => ({
  user_id: userId,
  email,
  currency,
  cost,
  tokens,
  calls,
});

/** What administrators lend, and what it has cost so far; whose key it is, is his who shared it first. */
export function createSharedProviders({ store, lending, directory, now }: SharedProviderDependencies) {
  const nameOf = async (share: SharedProviderRecord): Promise<string> => {
    const found = await directory.find(share.ownerId, share.providerId);
    return found?.displayName ?? share.row?.displayName ?? share.providerId;
  };

  const list = async (): Promise<{ items: SharedProviderView[]; next_cursor: null }> => {
    const month = monthOf(now());
    const [shares, usage] = await Promise.all([store.list(), store.usageByUser(month)]);
    const items = await Promise.all(
      shares.map(async (share) => ({
        provider_id: share.providerId,
        display_name: await nameOf(share),
        owner: { id: share.ownerId, email: share.ownerEmail },
        active: share.isLive && share.row !== null,
        models: [...share.models],
        everyone: share.everyone,
        user_ids: [...share.borrowers],
        cost_cap: share.costCap,
        currency: share.currency,
        token_cap: share.tokenCap,
        month,
        usage: usage.filter(({ providerId }) => providerId === share.providerId).map(usageView),
      })),
    );
    return { items, next_cursor: null };
  };

  const requireOwn = async (adminId: string, providerId: string): Promise<void> => {
    const provider = await directory.find(adminId, providerId);
    if (provider === null) throw notFound();
    if (provider.kind === 'offline') throw invalid([{ path: 'provider_id', message: 'Everybody has this one.' }]);
    if (provider.loan !== null || provider.row === null || !provider.isConfigured)
      throw conflict('Set this provider up in your own settings first; its key and address are what is shared.');
  };

  return {
    list,

    async save(adminId: string, providerId: string, body: z.output<typeof sharedProviderBody>) {
      const known = (await store.list()).some((share) => share.providerId === providerId);
      if (!known) await requireOwn(adminId, providerId);
      const { models, everyone, user_ids, cost_cap, currency, token_cap } = body;
      await lending.change(() =>
        store.save(adminId, providerId, {
          models: [...new Set(models)],
          everyone,
          borrowers: [...new Set(user_ids)],
          costCap: cost_cap,
          currency,
          tokenCap: token_cap === null ? null : BigInt(token_cap),
        }),
      );
      const saved = (await list()).items.find((item) => item.provider_id === providerId);
      if (!saved) throw notFound();
      return saved;
    },

    async delete(providerId: string): Promise<void> {
      if (!(await lending.change(() => store.delete(providerId)))) throw notFound();
    },
  };
}
