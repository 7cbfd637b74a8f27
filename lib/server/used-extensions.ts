import 'server-only';
import type { ToolSource } from '@/lib/agent/ports';
import type { Settings } from './settings';

type Kind = 'mcp' | 'plugin' | 'skills';

const keyOf = (kind: Kind) => `extensions.${kind}`;

/**
 * Who has ever had an extension of a kind is noted among his settings, which every run reads anyway: the others cost no
 * statement. Noted before the first one is made and never taken away, so that nothing that is there can be overlooked.
 */
export function createUsedExtensions(settings: Pick<Settings, 'stored' | 'note'>) {
  const isUsed = async (userId: string, kind: Kind) =>
    (await settings.stored(userId, { as: 'lately' })).has(keyOf(kind));

  const note = async (userId: string, kind: Kind): Promise<void> => {
    if (!(await isUsed(userId, kind))) await settings.note(userId, keyOf(kind));
  };

  return {
    note,

    /** The same way to make one, which notes it first. */
    noting:
      <Given, Made>(kind: Kind, create: (userId: string, given: Given) => Promise<Made>) =>
      async (userId: string, given: Given): Promise<Made> => {
        await note(userId, kind);
        return await create(userId, given);
      },

    /** What is decided by what holds now is read now. */
    gate: (kind: Kind, source: ToolSource): ToolSource => ({
      async list(userId, of) {
        const mayBeEmpty = of?.as === 'lately' && !(await isUsed(userId, kind));
        return mayBeEmpty ? [] : await source.list(userId, of);
      },
    }),
  };
}
export type UsedExtensions = ReturnType<typeof createUsedExtensions>;
