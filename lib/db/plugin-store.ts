import 'server-only';
import { MetonaFailure } from '@/lib/ir';
import type { Prisma, PrismaClient } from './generated/client';
import type { PluginModel } from './generated/models';
import { insertSkill, type NewSkill, type SkillTransaction } from './skill-store';
import { buryRows, deleteOnce } from './tombstone-store';

export interface PluginRecord {
  readonly id: string;
  readonly slug: string;
  readonly version: string;
  /** As it was checked when it was installed; checked again by whoever uses it. */
  readonly manifest: unknown;
  readonly sourceUrl: string | null;
  readonly enabled: boolean;
  readonly mcpServerIds: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What is stored of a secret beside its ciphertext. */
export interface PluginSecretRecord {
  readonly name: string;
  readonly cipher: string;
  /** Where it may be sent. */
  readonly hosts: string;
  readonly last4: string | null;
}

export interface PluginContent {
  readonly slug: string;
  readonly version: string;
  readonly manifest: unknown;
  readonly sourceUrl: string | null;
  readonly skills: readonly Pick<NewSkill, 'name' | 'description' | 'size' | 'files'>[];
}

/** Names of tools whose grants end. */
export interface EndedGrants {
  readonly toolNames: readonly string[];
}

const maxPlugins = 50;
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

const toRecord = (row: PluginModel): PluginRecord => ({
  id: row.id,
  slug: row.slug,
  version: row.version,
  manifest: row.manifest,
  sourceUrl: row.sourceUrl,
  enabled: row.enabled,
  mcpServerIds: row.mcpServerIds,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

const conflict = (message: string) => new MetonaFailure({ code: 'conflict', message, retryable: false });

interface Place {
  readonly userId: string;
  readonly id: string;
  readonly at: Date;
  readonly newId: (prefix: string) => string;
}

/** What the user decided about skills, by their names. */
type KeptChoices = ReadonlyMap<string, { enabled: boolean; trusted: boolean }>;

async function insertSkills(
  transaction: SkillTransaction,
  { userId, id, at, newId }: Place,
  { skills, kept }: { skills: PluginContent['skills']; kept: KeptChoices },
): Promise<void> {
  for (const skill of skills) {
    const before = kept.get(skill.name) ?? { enabled: true, trusted: false };
    const place = { userId, id: newId('skill'), at };
    await insertSkill(transaction, place, { ...skill, origin: 'plugin', trusted: false, pluginId: id });
    if (!before.enabled || before.trusted)
      await transaction.skill.updateMany({ where: { id: place.id, userId }, data: before });
  }
}

/** What the user decided about a skill that stays word for word; another text is another skill. */
async function removeSkills(
  transaction: SkillTransaction,
  { userId, id: pluginId }: Place,
  next: PluginContent['skills'],
): Promise<KeptChoices> {
  const rows = await transaction.skill.findMany({ where: { userId, pluginId }, include: { files: true } });
  await buryRows(
    transaction,
    userId,
    rows.map((row) => row.id),
  );
  await transaction.skill.deleteMany({ where: { userId, pluginId } });
  const wordsOf = (files: readonly { path: string; content: string }[]) =>
    JSON.stringify(files.map(({ path, content }) => [path, content]).toSorted());
  const fresh = new Map(next.map((skill) => [skill.name, wordsOf(skill.files)]));
  return new Map(
    rows.map(({ name, enabled, trusted, files }) => [
      name,
      { enabled, trusted: trusted && fresh.get(name) === wordsOf(files) },
    ]),
  );
}

async function endGrants(transaction: SkillTransaction, userId: string, of: EndedGrants & { at: Date }): Promise<void> {
  if (of.toolNames.length === 0) return;
  await transaction.permissionGrant.updateMany({
    where: { userId, toolName: { in: [...of.toolNames] }, revokedAt: null },
    data: { revokedAt: of.at },
  });
}

const columnsOf = ({ slug, version, manifest, sourceUrl }: PluginContent) => ({
  slug,
  version,
  manifest: manifest as Prisma.InputJsonValue,
  sourceUrl,
});

function createSecrets(prisma: PrismaClient, now: () => number) {
  return {
    secrets: (userId: string, pluginId: string): Promise<PluginSecretRecord[]> =>
      prisma.pluginSecret.findMany({
        where: { userId, pluginId },
        orderBy: { name: 'asc' },
        select: { name: true, cipher: true, hosts: true, last4: true },
      }),

    async saveSecret(userId: string, pluginId: string, { name, ...secret }: PluginSecretRecord): Promise<void> {
      const data = { ...secret, createdAt: new Date(now()) };
      await prisma.pluginSecret.upsert({
        where: { pluginId_name: { pluginId, name }, userId },
        create: { ...data, pluginId, name, userId },
        update: data,
      });
    },

    async deleteSecret(userId: string, pluginId: string, name: string): Promise<void> {
      await prisma.pluginSecret.deleteMany({ where: { userId, pluginId, name } });
    },
  };
}

/** Plugins of users with what they brought; every statement is confined to the user. */
export function createPluginStore(
  prisma: PrismaClient,
  { newId, now }: { newId: (prefix: string) => string; now: () => number },
) {
  const find = async (userId: string, id: string): Promise<PluginRecord | null> => {
    const row = await prisma.plugin.findFirst({ where: { id, userId } });
    return row && toRecord(row);
  };
  const list = async (where: Prisma.PluginWhereInput): Promise<PluginRecord[]> =>
    (await prisma.plugin.findMany({ where, orderBy: { slug: 'asc' } })).map(toRecord);

  return {
    ...createSecrets(prisma, now),
    find,
    list: (userId: string) => list({ userId }),
    listEnabled: (userId: string) => list({ userId, enabled: true }),

    /** With its skills, or not at all. */
    install: (userId: string, content: PluginContent): Promise<PluginRecord> =>
      prisma.$transaction(async (transaction) => {
        const place = { userId, id: newId('plugin'), at: new Date(now()), newId };
        if (await transaction.plugin.findFirst({ where: { userId, slug: content.slug }, select: { id: true } }))
          throw conflict(`The plugin ${content.slug} is installed already.`);
        if ((await transaction.plugin.count({ where: { userId } })) >= maxPlugins)
          throw conflict(`There are ${maxPlugins} plugins, and there may be no more.`);
        const stamps = { createdAt: place.at, updatedAt: place.at };
        const row = await transaction.plugin.create({
          data: { ...columnsOf(content), ...stamps, id: place.id, userId },
        });
        await insertSkills(transaction, place, { skills: content.skills, kept: new Map() });
        return toRecord(row);
      }, transactionLimits),

    /** Replaces what it brought; null when there is no such plugin. */
    replace: (
      userId: string,
      id: string,
      {
        content,
        endedGrants,
        endedSecrets,
      }: { content: PluginContent; endedGrants: EndedGrants; endedSecrets: string[] },
    ): Promise<PluginRecord | null> =>
      prisma.$transaction(async (transaction) => {
        const place = { userId, id, at: new Date(now()), newId };
        const data = { ...columnsOf(content), updatedAt: place.at };
        const { count } = await transaction.plugin.updateMany({ where: { id, userId }, data });
        if (count === 0) return null;
        const kept = await removeSkills(transaction, place, content.skills);
        await insertSkills(transaction, place, { skills: content.skills, kept });
        await transaction.pluginSecret.deleteMany({ where: { userId, pluginId: id, name: { in: endedSecrets } } });
        await endGrants(transaction, userId, { ...endedGrants, at: place.at });
        return toRecord(await transaction.plugin.findUniqueOrThrow({ where: { id } }));
      }, transactionLimits),

    async setEnabled(userId: string, id: string, enabled: boolean): Promise<PluginRecord | null> {
      await prisma.plugin.updateMany({ where: { id, userId }, data: { enabled, updatedAt: new Date(now()) } });
      return find(userId, id);
    },

    async setServers(userId: string, id: string, mcpServerIds: readonly string[]): Promise<void> {
      await prisma.plugin.updateMany({ where: { id, userId }, data: { mcpServerIds: [...mcpServerIds] } });
    },

    /** With its skills, its secrets and what its tools were allowed. False when no such plugin was ever the user's. */
    delete: (userId: string, id: string, ended: EndedGrants): Promise<boolean> =>
      deleteOnce(prisma, { userId, id }, async (transaction) => {
        await endGrants(transaction, userId, { ...ended, at: new Date(now()) });
        const { count } = await transaction.plugin.deleteMany({ where: { id, userId } });
        return count;
      }),
  };
}
export type PluginStore = ReturnType<typeof createPluginStore>;
