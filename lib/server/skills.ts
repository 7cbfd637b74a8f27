import 'server-only';
import type { z } from 'zod';
import { estimateTextTokens } from '@/lib/agent/context/estimate-tokens';
import type { Freshness, ToolSource } from '@/lib/agent/ports';
import type { SkillDraft, SkillRecord, SkillStore } from '@/lib/db/skill-store';
import { describeSkills } from '@/lib/extensions/skills/briefing';
import { parseSkill } from '@/lib/extensions/skills/front-matter';
import {
  buildSkill,
  examineSkill,
  readTexts,
  type SkillFile,
  skillFileName,
} from '@/lib/extensions/skills/skill-folder';
import { createSkillTools } from '@/lib/extensions/skills/skill-tools';
import { readZip, writeZip } from '@/lib/extensions/skills/zip';
import { createBriefMemory } from './brief-memory';
import { conflict, notFound } from './http/problem';
import { isoOf } from './session-view';
import type {
  skillCreateBody,
  skillDetailSchema,
  skillPatchBody,
  skillTestSchema,
  skillViewSchema,
} from './skill-schemas';

const shownChars = 4_000;

const toView = ({ pluginId, createdAt, updatedAt, ...skill }: SkillRecord): z.infer<typeof skillViewSchema> => ({
  ...skill,
  files: [...skill.files],
  plugin_id: pluginId,
  created_at: isoOf(createdAt),
  updated_at: isoOf(updatedAt),
});

function draftOf(files: readonly SkillFile[]): SkillDraft {
  const { head, size, files: built } = buildSkill(files);
  return { name: head.name, description: head.description, size, files: built };
}

const bodyOf = (files: readonly SkillFile[]) => files.find(({ path }) => path === skillFileName)?.content ?? '';

function download(name: string, archive: Uint8Array): Response {
  return new Response(new Uint8Array(archive), {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(archive.byteLength),
      'content-disposition': `attachment; filename="${name}.zip"`,
    },
  });
}

function examine(
  record: SkillRecord,
  files: readonly SkillFile[],
  usable: readonly { name: string; description: string }[],
): z.infer<typeof skillTestSchema> {
  const { body, problems } = examineSkill(files);
  const others = files.filter(({ path }) => path !== skillFileName);
  return {
    ok: !problems.some(({ severity }) => severity === 'error'),
    problems: [...problems],
    tokens: {
      listed: estimateTextTokens(`- ${record.name}: ${JSON.stringify(record.description)}`),
      loaded: estimateTextTokens(body),
      files: others.reduce((sum, { content }) => sum + estimateTextTokens(content), 0),
    },
    prompt: describeSkills(usable) ?? null,
    loaded: body.trim().slice(0, shownChars).toWellFormed(),
  };
}

/** The skills of a user as people handle them, and as tools of his runs. */
export function createSkills(store: SkillStore, noteUse: (userId: string) => Promise<void>) {
  const lately = createBriefMemory<{ name: string; description: string }[]>();
  const listUsable = (userId: string, of?: Freshness) =>
    lately[of?.as === 'lately' ? 'recall' : 'renew'](userId, () => store.listUsable(userId));

  const find = async (userId: string, id: string): Promise<SkillRecord> => {
    const found = await store.find(userId, id);
    if (found === null) throw notFound();
    return found;
  };
  const ownOne = async (userId: string, id: string): Promise<SkillRecord> => {
    const found = await find(userId, id);
    if (found.pluginId === null) return found;
    throw conflict(
      'This skill belongs to a plugin and is changed and removed with it. Export it to make one of your own.',
    );
  };
  const create = async (userId: string, skill: Parameters<SkillStore['create']>[1]) => {
    await noteUse(userId);
    return await lately.around(userId, async () => toView(await store.create(userId, skill)));
  };

  const tools: ToolSource = {
    list: async (userId, of) =>
      createSkillTools(await listUsable(userId, of), { find: store.findUsable, read: store.readUsable }),
  };

  return {
    tools,
    /** For those who change skills by other ways. */
    around: <Result>(userId: string, write: () => Promise<Result>) => lately.around(userId, write),

    list: async (userId: string) => ({ items: (await store.list(userId)).map(toView), next_cursor: null }),

    /** Tells whether there is such a skill, before a body is read. */
    find,

    async get(userId: string, id: string): Promise<z.infer<typeof skillDetailSchema>> {
      const record = await find(userId, id);
      const files = await store.files(userId, id);
      const { head } = parseSkill(bodyOf(files));
      return {
        ...toView(record),
        files: files.map((file) => ({ ...file, size: Buffer.byteLength(file.content) })),
        license: head?.license ?? null,
        compatibility: head?.compatibility ?? null,
        metadata: { ...head?.metadata },
        allowed_tools: [...(head?.allowedTools ?? [])],
      };
    },

    create(userId: string, { files, origin, trusted }: z.infer<typeof skillCreateBody>) {
      return create(userId, { ...draftOf(files), origin, trusted: trusted ?? origin === 'written' });
    },

    /** A skill out of a ZIP archive; whose words it holds is not known. */
    async createFromArchive(userId: string, archive: Uint8Array) {
      const files = readTexts(await readZip(archive));
      return create(userId, { ...draftOf(files), origin: 'upload', trusted: false });
    },

    async update(userId: string, id: string, { files, ...flags }: z.infer<typeof skillPatchBody>) {
      if (files) await ownOne(userId, id);
      const draft = files && draftOf(files);
      const changed = await lately.around(userId, () => store.update(userId, id, { ...flags, draft }));
      if (changed === null) throw notFound();
      return toView(changed);
    },

    async delete(userId: string, id: string): Promise<void> {
      const found = await store.find(userId, id);
      if (found) await ownOne(userId, id);
      if (!(await lately.around(userId, () => store.delete(userId, id)))) throw notFound();
    },

    async export(userId: string, id: string): Promise<Response> {
      const { name } = await find(userId, id);
      return download(name, await writeZip(name, await store.files(userId, id)));
    },

    /** What is wrong with it, what it costs, and what a model sees of it. */
    async test(userId: string, id: string): Promise<z.infer<typeof skillTestSchema>> {
      const record = await find(userId, id);
      const [files, usable] = await Promise.all([store.files(userId, id), store.listUsable(userId)]);
      return examine(record, files, usable);
    },
  };
}
export type Skills = ReturnType<typeof createSkills>;
