import 'server-only';
import { z } from 'zod';
import type { SiteRecord, SiteStore } from '@/lib/db/site-store';
import type { SignupMode } from '@/lib/db/user-store';
import { createBriefMemory, rarelyChangedMs } from './brief-memory';
import type { Env } from './env';
import { conflict } from './http/problem';

const signupSchema = z.enum(['open', 'invite', 'closed']);
const amount = (max: number) => z.number().int().min(1).max(max);

export const capSchemas = {
  max_runs: amount(10_000),
  max_streams: amount(10_000),
  max_files_mb: amount(1_000_000),
  max_memories: amount(100_000),
} as const;
export type CapName = keyof typeof capSchemas;

const capNames = Object.keys(capSchemas) as CapName[];
const changeable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

/** Caps of one user: null takes one back. */
export const userCapsBody = z.strictObject({
  max_runs: changeable(capSchemas.max_runs),
  max_streams: changeable(capSchemas.max_streams),
  max_files_mb: changeable(capSchemas.max_files_mb),
  max_memories: changeable(capSchemas.max_memories),
});
export type UserCapsChange = z.infer<typeof userCapsBody>;

export const userCapsSchema = z.object({
  max_runs: z.number().nullable(),
  max_streams: z.number().nullable(),
  max_files_mb: z.number().nullable(),
  max_memories: z.number().nullable(),
});
export type UserCapsView = z.infer<typeof userCapsSchema>;

/** `PUT`: any of them; null takes one back. */
export const siteSettingsBody = userCapsBody.extend({ signup: changeable(signupSchema) });
type SiteChange = z.infer<typeof siteSettingsBody>;

const sourced = <Schema extends z.ZodType>(value: Schema) =>
  z.object({ value, from: z.enum(['environment', 'page', 'default']) });
export const siteSettingsSchema = z.object({
  signup: sourced(signupSchema),
  max_runs: sourced(z.number()),
  max_streams: sourced(z.number()),
  max_files_mb: sourced(z.number()),
  max_memories: sourced(z.number()),
});
export type SiteSettingsView = z.infer<typeof siteSettingsSchema>;

/** The variable behind each setting. */
const variables = {
  signup: 'METONA_SIGNUP',
  max_runs: 'METONA_MAX_RUNS',
  max_streams: 'METONA_MAX_STREAMS',
  max_files_mb: 'METONA_MAX_FILES_MB',
  max_memories: 'METONA_MAX_MEMORIES',
} as const satisfies Readonly<Record<keyof SiteSettingsView, string>>;
type SettingName = keyof typeof variables;

const fieldOf = {
  signup: 'signup',
  max_runs: 'maxRuns',
  max_streams: 'maxStreams',
  max_files_mb: 'maxFilesMb',
  max_memories: 'maxMemories',
} as const satisfies Readonly<Record<SettingName, keyof Env>>;

type SiteEnv = Pick<Env, (typeof fieldOf)[SettingName] | 'stated'>;

/** What holds for everyone: the environment where it says something, else the administrator's choice. */
export function createSiteSettings({ store, env }: { store: SiteStore; env: SiteEnv }) {
  const memory = createBriefMemory<SiteRecord>(undefined, rarelyChangedMs);
  const recall = () => memory.recall('', () => store.load());

  const choose = <Schema extends z.ZodType>(record: SiteRecord, name: SettingName, schema: Schema) => {
    const given = env[fieldOf[name]] as z.output<Schema>;
    if (env.stated.has(variables[name])) return { value: given, from: 'environment' as const };
    const chosen = schema.safeParse(record.settings.get(name));
    return chosen.success ? { value: chosen.data, from: 'page' as const } : { value: given, from: 'default' as const };
  };

  const toView = (record: SiteRecord): SiteSettingsView => ({
    signup: choose(record, 'signup', signupSchema),
    max_runs: choose(record, 'max_runs', capSchemas.max_runs),
    max_streams: choose(record, 'max_streams', capSchemas.max_streams),
    max_files_mb: choose(record, 'max_files_mb', capSchemas.max_files_mb),
    max_memories: choose(record, 'max_memories', capSchemas.max_memories),
  });

  const capsOf = (record: SiteRecord, userId: string): UserCapsView => {
    const found = record.caps.get(userId);
    const entries = capNames.map((name) => [name, found?.[fieldOf[name]] ?? null] as const);
    return userCapsSchema.parse(Object.fromEntries(entries));
  };

  return {
    view: async (): Promise<SiteSettingsView> => toView(await store.load()),

    signup: async (): Promise<SignupMode> => toView(await store.load()).signup.value,

    /** What holds for one user: an exception made for him, else what holds for everyone. */
    cap:
      (name: CapName) =>
      async (userId: string): Promise<number> => {
        const record = await recall();
        return capsOf(record, userId)[name] ?? choose(record, name, capSchemas[name]).value;
      },

    /** The exceptions as they are now. */
    async userCaps(): Promise<(userId: string) => UserCapsView> {
      const record = await memory.renew('', () => store.load());
      return (userId) => capsOf(record, userId);
    },

    saveUserCaps: (userId: string, change: UserCapsChange): Promise<void> =>
      memory.around('', () =>
        store.saveCaps(
          userId,
          Object.fromEntries(
            capNames.flatMap((name) => (change[name] === undefined ? [] : [[fieldOf[name], change[name]]])),
          ),
        ),
      ),

    async update(change: SiteChange): Promise<SiteSettingsView> {
      const names = (Object.keys(change) as SettingName[]).filter((name) => change[name] !== undefined);
      const held = names.find((name) => env.stated.has(variables[name]));
      if (held !== undefined) throw conflict(`${variables[held]} is set on the server and decides this.`);
      await memory.around('', () => store.save(Object.fromEntries(names.map((name) => [name, change[name] ?? null]))));
      return toView(await store.load());
    },
  };
}
export type SiteSettings = ReturnType<typeof createSiteSettings>;
