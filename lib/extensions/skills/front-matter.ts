import { isAlias, isMap, isPair, isScalar, isSeq, type Node, parseDocument, visit } from 'yaml';

/** Everything of the front matter that has a meaning, by the public Agent Skills format. */
export interface SkillHead {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** What its author would have allowed. Shown to people; it allows nothing. */
  readonly allowedTools: readonly string[];
}

/** What is wrong with a skill: an error keeps it from being stored, a warning does not. */
export interface SkillProblem {
  readonly severity: 'error' | 'warning';
  readonly field: string;
  readonly message: string;
}

export interface ParsedSkill {
  /** Null when there is an error among the problems. */
  readonly head: SkillHead | null;
  /** What comes after the front matter. */
  readonly body: string;
  readonly problems: readonly SkillProblem[];
}

const maxHeadChars = 16_000;
const maxNodes = 500;
const maxDepth = 8;
const known = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']);
const nameForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const limits = { name: 64, description: 1_024, license: 500, compatibility: 500, metadata: 1_000 } as const;

const error = (field: string, message: string): SkillProblem => ({ severity: 'error', field, message });
const warning = (field: string, message: string): SkillProblem => ({ severity: 'warning', field, message });

function cut(text: string): { head: string; body: string } | null {
  const normal = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const found = /^---[ \t]*\n(?<head>[\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(normal.slice(0, maxHeadChars + 10));
  if (found?.groups === undefined) return null;
  return { head: found.groups.head ?? '', body: normal.slice(found[0].length) };
}

/** No aliases, so that nothing small can become large, and no tags, so that nothing is made but text. */
function flawOf(root: Node | null): string | null {
  let nodes = 0;
  let flaw: string | null = null;
  visit(root, (_key, node, path) => {
    nodes += 1;
    if (isAlias(node)) flaw = 'Aliases (*name) are not allowed.';
    else if (!isPair(node) && (node as { tag?: string }).tag !== undefined) flaw = 'Tags (!name) are not allowed.';
    else if (nodes > maxNodes || path.length > maxDepth) flaw = 'It holds too much.';
    return flaw === null ? undefined : visit.BREAK;
  });
  return flaw;
}

function readYaml(text: string): { fields: Map<string, unknown> } | { problem: SkillProblem } {
  const refuse = (message: string) => ({ problem: error('', `The front matter cannot be read: ${message}`) });
  try {
    const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: true, prettyErrors: false, strict: true });
    const [mistake] = document.errors;
    if (mistake) return refuse(`${mistake.message.slice(0, 200)} (a text with a colon in it needs quotes)`);
    const flaw = flawOf(document.contents);
    if (flaw !== null) return refuse(flaw);
    if (!isMap(document.contents)) return refuse('It must be lines of "name: value".');
    const fields = new Map<string, unknown>();
    for (const { key, value } of document.contents.items) {
      if (!isScalar(key)) return refuse('A name in it is not a text.');
      fields.set(String(key.value), value);
    }
    return { fields };
  } catch {
    return refuse('It is nested too deeply or broken.');
  }
}

const textOf = (value: unknown): string | null =>
  isScalar(value) && typeof value.value === 'string' ? value.value.trim() : null;

function readMetadata(value: unknown, problems: SkillProblem[]): Record<string, string> {
  if (value === undefined) return {};
  if (!isMap(value)) {
    problems.push(warning('metadata', 'It should be names with texts; it is ignored.'));
    return {};
  }
  const entries = value.items.flatMap(({ key, value: inner }) => {
    const [name, text] = [textOf(key), textOf(inner)];
    if (name === null || text === null) return [];
    return [[name.slice(0, 100), text.slice(0, limits.metadata)] as const];
  });
  if (entries.length < value.items.length) problems.push(warning('metadata', 'What is not a text in it is ignored.'));
  return Object.fromEntries(entries);
}

/** A text of names with spaces between them; some write a list. */
function readAllowedTools(value: unknown, problems: SkillProblem[]): string[] {
  if (value === undefined) return [];
  const names = isSeq(value) ? value.items.map(textOf) : (textOf(value)?.split(/[\s,]+/) ?? [null]);
  if (names.includes(null)) problems.push(warning('allowed-tools', 'It should be names with spaces between them.'));
  else problems.push(warning('allowed-tools', 'It is only shown: what a tool may do is decided by your permissions.'));
  return names.flatMap((name) => (name === null || name === '' ? [] : [name.slice(0, 200)])).slice(0, 100);
}

function readShortText(field: 'license' | 'compatibility', value: unknown, problems: SkillProblem[]) {
  const text = textOf(value);
  if (value === undefined) return {};
  if (text === null || text.length > limits[field]) {
    problems.push(warning(field, `It should be a text of at most ${limits[field]} characters; it is ignored.`));
    return {};
  }
  return { [field]: text };
}

function checkName(name: string | null): SkillProblem[] {
  if (name === null || name === '') return [error('name', 'A skill needs a name.')];
  if (name.length > limits.name) return [error('name', `A name has at most ${limits.name} characters.`)];
  if (nameForm.test(name)) return [];
  return [error('name', 'A name is small letters a to z, digits and single hyphens between them: weekly-report.')];
}

function checkDescription(description: string | null): SkillProblem[] {
  if (description === null || description === '')
    return [error('description', 'A skill needs a description: what it does and when to use it.')];
  if (description.length <= limits.description) return [];
  return [error('description', `A description has at most ${limits.description} characters.`)];
}

/** Reads a SKILL.md: YAML between two lines of `---`, and Markdown below it. Pure; throws nothing. */
export function parseSkill(text: string): ParsedSkill {
  const parts = cut(text);
  if (parts === null) {
    const message = 'SKILL.md must begin with a line of ---, then name: and description:, then a line of ---.';
    return { head: null, body: text, problems: [error('', message)] };
  }
  const read = readYaml(parts.head);
  if ('problem' in read) return { head: null, body: parts.body, problems: [read.problem] };
  const { fields } = read;
  const problems: SkillProblem[] = [];
  const [name, description] = [textOf(fields.get('name')), textOf(fields.get('description'))];
  problems.push(...checkName(name), ...checkDescription(description));
  for (const field of fields.keys()) {
    if (!known.has(field)) problems.push(warning(field.slice(0, 100), 'This field has no meaning here.'));
  }
  const head = {
    name: name ?? '',
    description: description ?? '',
    ...readShortText('license', fields.get('license'), problems),
    ...readShortText('compatibility', fields.get('compatibility'), problems),
    metadata: readMetadata(fields.get('metadata'), problems),
    allowedTools: readAllowedTools(fields.get('allowed-tools'), problems),
  };
  const isBroken = problems.some(({ severity }) => severity === 'error');
  return { head: isBroken ? null : head, body: parts.body, problems };
}
