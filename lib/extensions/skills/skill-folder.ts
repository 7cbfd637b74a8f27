import { MetonaFailure, normalisePath } from '@/lib/ir';
import { type ParsedSkill, parseSkill, type SkillHead, type SkillProblem } from './front-matter';

export const skillFileName = 'SKILL.md';

export const skillLimits = { files: 64, fileBytes: 256 * 1024, totalBytes: 1024 * 1024 } as const;
/** Above this the body is better split into files that are read one by one. */
const advisedBodyChars = 20_000;

export interface SkillFile {
  /** As `normalisePath` spells it. */
  readonly path: string;
  readonly content: string;
}

/** Bytes as they were sent, under a name that may be anything. */
export interface RawFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A skill that may be stored. */
export interface SkillFolder {
  readonly head: SkillHead;
  readonly body: string;
  readonly files: readonly SkillFile[];
  readonly size: number;
  readonly problems: readonly SkillProblem[];
}

export const refuseSkill = (message: string): MetonaFailure =>
  new MetonaFailure({ code: 'invalid_request', message, retryable: false });

const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');
/** Left behind by systems, never part of a skill. */
const isLitter = (path: string) => /(^|\/)(__MACOSX|\.git|\.DS_Store|Thumbs\.db|desktop\.ini)(\/|$)/.test(path);

function textOf({ path, bytes }: RawFile): string {
  if (bytes.byteLength > skillLimits.fileBytes)
    throw refuseSkill(`${path.slice(0, 200)} is larger than the ${skillLimits.fileBytes} bytes a file may have.`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The sentence below says it.
  }
  throw refuseSkill(`${path.slice(0, 200)} is not text in UTF-8; a skill holds text only.`);
}

/** Turns uploaded files into text; what is not text is refused, by its name. */
export function readTexts(files: readonly RawFile[]): SkillFile[] {
  return files
    .filter(({ path }) => !isLitter(path.replaceAll('\\', '/')))
    .map((file) => ({ path: file.path, content: textOf(file) }));
}

function cleanPath(given: string): string {
  const checked = normalisePath(given);
  if (!checked.ok) throw refuseSkill(`${JSON.stringify(given.slice(0, 200))} is not a path inside a skill.`);
  return checked.path;
}

const isHead = (path: string) => path.toLowerCase() === skillFileName.toLowerCase();

/** A folder around everything, as archives and folder uploads have it, is not part of the paths. */
function withoutFolder(files: readonly SkillFile[]): { files: SkillFile[]; folder: string | null } {
  const [first] = files;
  const folder = first?.path.split('/')[0] ?? '';
  const isWrapped = files.length > 0 && files.every(({ path }) => path.startsWith(`${folder}/`));
  if (!isWrapped) return { files: [...files], folder: null };
  return { files: files.map(({ path, content }) => ({ path: path.slice(folder.length + 1), content })), folder };
}

function checkPaths(files: readonly SkillFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    const spelling = path.toLowerCase();
    if (seen.has(spelling)) throw refuseSkill(`There are two files named ${path}.`);
    seen.add(spelling);
  }
}

function checkSizes(files: readonly SkillFile[]): number {
  if (files.length > skillLimits.files) throw refuseSkill(`A skill has at most ${skillLimits.files} files.`);
  const sizes = files.map(({ content }) => bytesOf(content));
  const largest = sizes.findIndex((size) => size > skillLimits.fileBytes);
  if (largest >= 0) throw refuseSkill(`${files[largest]?.path} is larger than ${skillLimits.fileBytes} bytes.`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > skillLimits.totalBytes)
    throw refuseSkill(`A skill has at most ${skillLimits.totalBytes} bytes in all of its files.`);
  return total;
}

/** Files that the body names by a link and that are not there. */
function missingLinks(body: string, files: readonly SkillFile[]): SkillProblem[] {
  const paths = new Set(files.map(({ path }) => path));
  const links = [...body.slice(0, 200_000).matchAll(/\]\(([^()\s#?]{1,300})[^()\s]{0,300}\)/g)];
  const named = links.map(([, target = '']) => target).filter((target) => !/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(target));
  const missing = [...new Set(named)].filter((target) => {
    const checked = normalisePath(target);
    return !checked.ok || !paths.has(checked.path);
  });
  return missing.slice(0, 10).map((target) => ({
    severity: 'warning',
    field: target,
    message: 'The text links to this file, but the skill does not hold it.',
  }));
}

/** Everything that can be said about a skill without refusing it. */
export function examineSkill(
  files: readonly SkillFile[],
  folder: string | null = null,
): ParsedSkill & { problems: SkillProblem[] } {
  const head = files.find(({ path }) => path === skillFileName);
  const parsed = parseSkill(head?.content ?? '');
  const problems = [...parsed.problems, ...missingLinks(parsed.body, files)];
  if (parsed.body.trim() === '')
    problems.push({ severity: 'warning', field: '', message: 'There is nothing below the front matter.' });
  if (parsed.body.length > advisedBodyChars) {
    const message = `The text has ${parsed.body.length} characters; what is needed only sometimes is better in files of its own.`;
    problems.push({ severity: 'warning', field: '', message });
  }
  if (folder !== null && parsed.head !== null && folder !== parsed.head.name)
    problems.push({ severity: 'warning', field: 'name', message: `The folder is called ${folder}.` });
  return { ...parsed, problems };
}

/** Makes a skill of files. Rejects with `invalid_request`, in words that say what to change. */
export function buildSkill(given: readonly SkillFile[]): SkillFolder {
  const cleaned = given.map(({ path, content }) => ({ path: cleanPath(path), content }));
  const { files: unwrapped, folder } = withoutFolder(cleaned);
  const files = unwrapped.map((file) => (isHead(file.path) ? { ...file, path: skillFileName } : file));
  checkPaths(files);
  const size = checkSizes(files);
  if (!files.some(({ path }) => path === skillFileName))
    throw refuseSkill('There is no SKILL.md at the top of what was sent.');
  const { head, body, problems } = examineSkill(files, folder);
  if (head === null) {
    const told = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    throw refuseSkill(told.join(' '));
  }
  return { head, body, files: files.toSorted((left, right) => (left.path < right.path ? -1 : 1)), size, problems };
}
