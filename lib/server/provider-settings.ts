import 'server-only';
import { z } from 'zod';
import { type AdapterSettingName, type AdapterSettings, customSettings, type ModelOverride } from '@/lib/adapters';
import { invalid } from './http/problem';
import type { KnownProvider } from './provider-directory';

const tokens = (least: number) => z.number().int().min(least).max(10_000_000);

/** Every setting there is beside address and key: its name in the API, and what a value must look like. */
const settingTable = {
  mode: { field: 'mode', schema: z.enum(['openai', 'anthropic']) },
  maxLocalContext: { field: 'max_local_context', schema: tokens(2_048) },
  keepAlive: {
    field: 'keep_alive',
    schema: z
      .string()
      .trim()
      .regex(/^(-1|-?\d{1,6}(s|m|h))$/, 'must be a duration such as 5m or 24h, or -1'),
  },
  contextWindow: { field: 'context_window', schema: tokens(1_024) },
  maxOutput: { field: 'max_output', schema: tokens(16) },
  inlineThinking: { field: 'inline_thinking', schema: z.boolean() },
  textToolCalls: { field: 'text_tool_calls', schema: z.boolean() },
} as const satisfies Readonly<Record<AdapterSettingName, { field: string; schema: z.ZodType }>>;

const settingNames = Object.keys(settingTable) as AdapterSettingName[];
const changeable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

/** `PUT`: any of them; null clears. Whether the provider at hand has it is checked against its own list. */
export const providerSettingsBody = z.strictObject({
  mode: changeable(settingTable.mode.schema),
  max_local_context: changeable(settingTable.maxLocalContext.schema),
  keep_alive: changeable(settingTable.keepAlive.schema),
  context_window: changeable(settingTable.contextWindow.schema),
  max_output: changeable(settingTable.maxOutput.schema),
  inline_thinking: changeable(settingTable.inlineThinking.schema),
  text_tool_calls: changeable(settingTable.textToolCalls.schema),
});
type SettingsBody = z.infer<typeof providerSettingsBody>;

const flag = z.boolean().optional();

/** What a user knows better about one model. */
export const modelOverrideSchema = z.strictObject({
  context_window: tokens(1_024).optional(),
  max_output: tokens(16).optional(),
  supports_images: flag,
  supports_tools: flag,
  supports_thinking: flag,
  supports_structured_output: flag,
});
type OverrideView = z.infer<typeof modelOverrideSchema>;

/** `PUT`: whole overrides by model id; null takes one back. */
export const modelOverridesBody = z.record(z.string().trim().min(1).max(200), modelOverrideSchema.nullable());

/** Windows and prices of a list as the user saw it last. */
const seenModelSchema = z.object({ window: z.number(), price: z.string().nullable() });
export type SeenModel = z.infer<typeof seenModelSchema>;
const seenSchema = z.object({ at: z.string(), models: z.record(z.string(), seenModelSchema) });
export type SeenList = z.infer<typeof seenSchema>;

export interface StoredSettings {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly models: Readonly<Record<string, OverrideView>>;
  readonly seen: SeenList | null;
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** What is stored, without whatever no longer fits. */
export function readSettings(provider: Pick<KnownProvider, 'row'>): StoredSettings {
  const stored = read(z.record(z.string(), z.unknown()), provider.row?.settings) ?? {};
  const kept = settingNames.flatMap((name) => {
    const value = read(settingTable[name].schema, stored[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    settings: Object.fromEntries(kept),
    models: read(z.record(z.string(), modelOverrideSchema), stored.models) ?? {},
    seen: read(seenSchema, stored.seen) ?? null,
  };
}

/** The settings this provider has; nothing for most of them. */
const namesFor = ({ kind, descriptor }: KnownProvider): readonly AdapterSettingName[] =>
  kind === 'custom' ? customSettings : (descriptor?.settings ?? []);

/** Each setting the provider has, in the names of the API; null where nothing is set. */
export const providerSettingsView = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable());

export function toSettingsView(provider: KnownProvider): z.infer<typeof providerSettingsView> {
  const { settings } = readSettings(provider);
  const view = namesFor(provider).map((name) => [settingTable[name].field, settings[name] ?? null]);
  return read(providerSettingsView, Object.fromEntries(view)) ?? {};
}

const maxOverrides = 500;

function mergeOverrides(
  stored: StoredSettings['models'],
  change: z.infer<typeof modelOverridesBody>,
): StoredSettings['models'] {
  const merged = new Map<string, OverrideView>(Object.entries(stored));
  for (const [id, override] of Object.entries(change)) {
    if (override === null || Object.keys(override).length === 0) merged.delete(id);
    else merged.set(id, override);
  }
  if (merged.size > maxOverrides) {
    throw invalid([{ path: 'models', message: `at most ${maxOverrides} models can have overrides` }]);
  }
  return Object.fromEntries(merged);
}

function mergeSettings(provider: KnownProvider, change: SettingsBody | null): StoredSettings['settings'] {
  if (change === null) return {};
  const merged = new Map(Object.entries(readSettings(provider).settings));
  const names = namesFor(provider);
  for (const name of settingNames) {
    const { field } = settingTable[name];
    const value = change[field];
    if (value === undefined) continue;
    if (!names.includes(name))
      throw invalid([{ path: `settings.${field}`, message: 'this provider has no such setting' }]);
    if (value === null) merged.delete(name);
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

export interface SettingsChange {
  readonly settings?: SettingsBody | null | undefined;
  readonly models?: z.infer<typeof modelOverridesBody> | null | undefined;
  /** The list that the user has now seen. */
  readonly seen?: SeenList | null | undefined;
}

/** What is stored after a change; null when nothing is left. */
export function applySettingsChange(
  provider: KnownProvider,
  change: SettingsChange,
): Readonly<Record<string, unknown>> | null {
  const stored = readSettings(provider);
  const settings = change.settings === undefined ? stored.settings : mergeSettings(provider, change.settings);
  const models =
    change.models === undefined
      ? stored.models
      : mergeOverrides(change.models === null ? {} : stored.models, change.models ?? {});
  // The windows of the list were merged with a setting that no longer holds.
  const isOutdated = change.settings === null || change.settings?.context_window !== undefined;
  const seen = change.seen === undefined && !isOutdated ? stored.seen : (change.seen ?? null);
  const all = {
    ...settings,
    ...(Object.keys(models).length > 0 && { models }),
    ...(seen !== null && { seen }),
  };
  return Object.keys(all).length === 0 ? null : all;
}

function toOverride(view: OverrideView): ModelOverride {
  return {
    ...(view.context_window !== undefined && { contextWindow: view.context_window }),
    ...(view.max_output !== undefined && { maxOutput: view.max_output }),
    ...(view.supports_images !== undefined && { supportsImages: view.supports_images }),
    ...(view.supports_tools !== undefined && { supportsToolCalling: view.supports_tools }),
    ...(view.supports_thinking !== undefined && { supportsThinking: view.supports_thinking }),
    ...(view.supports_structured_output !== undefined && {
      supportsStructuredOutput: view.supports_structured_output,
    }),
  };
}

export function overridesOf(provider: KnownProvider): Readonly<Record<string, ModelOverride>> {
  const { models } = readSettings(provider);
  return Object.fromEntries(Object.entries(models).map(([id, view]) => [id, toOverride(view)]));
}

/** What an adapter is made with, but for what the user corrected. */
export function toAdapterSettings(provider: KnownProvider, windows: Readonly<Record<string, number>>): AdapterSettings {
  const { settings, seen } = readSettings(provider);
  // A local server's windows depend on what is asked of it, so an old list says nothing.
  const old = provider.kind === 'local' ? [] : Object.entries(seen?.models ?? {});
  const listed = [...old.map(([id, { window }]) => [id, window] as const), ...Object.entries(windows)];
  return {
    ...settings,
    displayName: provider.displayName,
    ...(listed.length > 0 && { listedWindows: Object.fromEntries(listed) }),
  };
}
