import 'server-only';
import type { z } from 'zod';
import type { LibraryRestore } from '@/lib/db/library-restore';
import type { SessionStore } from '@/lib/db/session-store';
import { assertNever } from '@/lib/ir/assert-never';
import { type SettingsChange, type SettingsView, settingSchemas } from '../settings-table';
import type { Skills } from '../skills';
import { CannotImport, cleanId } from './converted';
import { folderRow, type LibraryKind, memoryRow, noteRow, settingRow, skillRow, taskRow } from './library-rows';

export interface LibraryImportDependencies {
  readonly restore: LibraryRestore;
  readonly sessions: Pick<SessionStore, 'exists' | 'findImported'>;
  readonly skills: Pick<Skills, 'list' | 'create' | 'update'>;
  readonly settings: {
    readonly stored: (userId: string) => Promise<{ has(key: string): boolean }>;
    readonly update: (userId: string, change: SettingsChange) => Promise<SettingsView>;
  };
  /** Has what was added found soon. */
  readonly requestIndex: (userId: string) => void;
}

export type LibraryOutcome = 'imported' | 'there' | 'passed over';

/** What changes how things look and no more: neither what may be done without a question nor where texts are sent. */
const takenSettings = ['context.keepRecentTurns', 'ui.locale', 'ui.theme', 'ui.thinkingEffort'] as const;

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CannotImport('wrong_shape', parsed.error.issues[0]?.path.map(String).join('.').slice(0, 200) ?? '');
}

/** Takes in what an archive of a whole account holds beside conversations, which come first. */
export function createLibraryImporter({
  restore,
  sessions,
  skills,
  settings,
  requestIndex,
}: LibraryImportDependencies) {
  /** The conversation as it is called here; none when it did not come along. */
  const sessionHere = async (userId: string, id: string | null): Promise<string | null> => {
    if (id === null) return null;
    if (await sessions.exists(userId, id)) return id;
    return (await sessions.findImported(userId, `metona:${cleanId(id)}`))?.id ?? null;
  };
  const placed = async <Row extends { readonly sessionId: string | null }>(userId: string, row: Row): Promise<Row> => ({
    ...row,
    sessionId: await sessionHere(userId, row.sessionId),
  });

  /** Its words count as text of strangers until the user says otherwise; those of plugins come with their plugin. */
  const saveSkill = async (userId: string, { name, enabled, origin, files }: z.output<typeof skillRow>) => {
    if (origin === 'plugin') return 'passed over';
    const { items } = await skills.list(userId);
    if (items.some((skill) => skill.name === name)) return 'there';
    const made = await skills.create(userId, { files, origin: 'upload', trusted: false });
    if (!enabled) await skills.update(userId, made.id, { enabled });
    return 'imported';
  };

  /** Only where nothing was chosen here. */
  const saveSetting = async (userId: string, { key: name, value }: z.output<typeof settingRow>) => {
    const key = takenSettings.find((taken) => taken === name);
    if (key === undefined || value === null) return 'passed over';
    const given = checked(settingSchemas[key], value);
    if ((await settings.stored(userId)).has(key)) return 'there';
    await settings.update(userId, { [key]: given });
    return 'imported';
  };

  return async (userId: string, kind: LibraryKind, value: unknown): Promise<LibraryOutcome> => {
    switch (kind) {
      case 'folder':
        await restore.folders(userId, [checked(folderRow, value).path]);
        return 'passed over';
      case 'note': {
        const outcome = await restore.note(userId, checked(noteRow, value));
        requestIndex(userId);
        return outcome;
      }
      case 'task':
        return await restore.task(userId, await placed(userId, checked(taskRow, value)));
      case 'memory':
        return await restore.memory(userId, await placed(userId, checked(memoryRow, value)));
      case 'skill':
        return await saveSkill(userId, checked(skillRow, value));
      case 'setting':
        return await saveSetting(userId, checked(settingRow, value));
      default:
        return assertNever(kind);
    }
  };
}
export type LibraryImporter = ReturnType<typeof createLibraryImporter>;
