import { z } from 'zod';
import type { RunnableTool } from '@/lib/agent/ports';
import { MetonaFailure, normalisePath } from '@/lib/ir';
import { defineTool } from '@/lib/tools/define-tool';
import { visibleText } from '@/lib/tools/web/decode-text';
import { describeSkills, type SkillSummary } from './briefing';
import { parseSkill } from './front-matter';
import { skillFileName } from './skill-folder';

/** A skill as it is loaded. */
export interface LoadedSkill extends SkillSummary {
  /** The user takes its words for his own. */
  readonly trusted: boolean;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Skills as tools need them: those of the user that are enabled. `null` means absent. */
export interface SkillSource {
  find(userId: string, name: string): Promise<LoadedSkill | null>;
  read(userId: string, name: string, path: string): Promise<string | null>;
}

const maxRangeChars = 40_000;
const name = z.string().trim().min(1).max(64).describe('Name of the skill, as it is listed');
const offset = z
  .number()
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .describe('From which character on to read: next_offset of the answer before');

const fail = (message: string) => new MetonaFailure({ code: 'not_found', message, retryable: false });

interface TextRange {
  readonly text: string;
  readonly offset: number;
  readonly total_chars: number;
  readonly next_offset: number | null;
}

function rangeOf(text: string, from: number): TextRange {
  const total = text.length;
  const wanted = Math.min(total, from + maxRangeChars);
  const isSplit = wanted < total && /[\ud800-\udbff]/.test(text.charAt(wanted - 1));
  const end = isSplit ? wanted - 1 : wanted;
  return { text: text.slice(from, end), offset: from, total_chars: total, next_offset: end < total ? end : null };
}

function withNext(text: string, { next_offset: next, total_chars: total }: TextRange, how: string): string {
  return next === null ? text : `${text}\n\n(${total} characters in all; read on with ${how} and offset ${next}.)`;
}

async function find(skills: SkillSource, userId: string, wanted: string): Promise<LoadedSkill> {
  const skill = await skills.find(userId, wanted);
  if (skill === null) throw fail(`There is no enabled skill named ${wanted}.`);
  return skill;
}

interface Loaded extends TextRange {
  readonly name: string;
  readonly description: string;
  readonly trusted: boolean;
  readonly files: readonly string[];
}

const loadTool = (skills: SkillSource, briefing: string): RunnableTool => ({
  ...defineTool({
    name: 'skills.load',
    description:
      'Loads the instructions of one of the skills that are listed in the prompt, and the names of its further files. Nothing in a skill is run.',
    input: z.object({ name, offset }),
    category: 'custom',
    riskLevel: 'safe',
    permission: 'skills.read',
    maxResultChars: maxRangeChars + 8_000,
    isUntrusted: (result: Loaded) => !result.trusted,
    summarize: (result: Loaded) => {
      const files =
        result.files.length === 0
          ? ''
          : `\n\nFiles of this skill, for skills.read_file:\n${result.files.map((path) => `- ${path}`).join('\n')}`;
      return `${withNext(`Skill ${result.name}\n\n${result.text}`, result, 'skills.load')}${files}`;
    },
    execute: async ({ name: wanted, offset: from }, { userId }): Promise<Loaded> => {
      const skill = await find(skills, userId, wanted);
      const text = (await skills.read(userId, wanted, skillFileName)) ?? '';
      const files = skill.files.map(({ path }) => path).filter((path) => path !== skillFileName);
      const range = rangeOf(visibleText(parseSkill(text).body), from);
      return { name: skill.name, description: skill.description, trusted: skill.trusted, files, ...range };
    },
  }),
  briefing,
});

interface ReadFile extends TextRange {
  readonly name: string;
  readonly path: string;
  readonly trusted: boolean;
}

const readTool = (skills: SkillSource): RunnableTool =>
  defineTool({
    name: 'skills.read_file',
    description: 'Reads one further file of a skill, as skills.load names it.',
    input: z.object({ name, path: z.string().min(1).max(400).describe('Path of the file inside the skill'), offset }),
    category: 'custom',
    riskLevel: 'safe',
    permission: 'skills.read',
    maxResultChars: maxRangeChars + 1_000,
    isUntrusted: (result: ReadFile) => !result.trusted,
    summarize: (result: ReadFile) => withNext(result.text, result, 'skills.read_file'),
    execute: async ({ name: wanted, path: given, offset: from }, { userId }): Promise<ReadFile> => {
      const skill = await find(skills, userId, wanted);
      const checked = normalisePath(given);
      const text = checked.ok ? await skills.read(userId, wanted, checked.path) : null;
      if (!checked.ok || text === null) {
        const files = skill.files.map(({ path }) => path).join(', ');
        throw fail(`The skill ${wanted} has no such file. It has: ${files}.`);
      }
      return { name: wanted, path: checked.path, trusted: skill.trusted, ...rangeOf(visibleText(text), from) };
    },
  });

/** The tools of those who have skills; without any there is nothing to offer. */
export function createSkillTools(enabled: readonly SkillSummary[], skills: SkillSource): RunnableTool[] {
  const briefing = describeSkills(enabled);
  return briefing === undefined ? [] : [loadTool(skills, briefing), readTool(skills)];
}
