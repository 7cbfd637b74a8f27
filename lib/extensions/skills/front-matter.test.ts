import { describe, expect, it } from 'vitest';
import { parseSkill } from './front-matter';

const skill = (head: string, body = 'Do it.') => `---\n${head}\n---\n${body}\n`;
const errorsOf = (text: string) =>
  parseSkill(text)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
const good = 'name: weekly-report\ndescription: Writes it. Use on Fridays.';

describe('the front matter of a skill', () => {
  it('gives name, description and everything that may be said beside them', () => {
    const text = skill(
      `${good}\nlicense: MIT\ncompatibility: none\nallowed-tools: Read Bash(git:*)\nmetadata:\n  author: Ada\n  version: 1.0`,
    );
    expect(parseSkill(text).head).toEqual({
      name: 'weekly-report',
      description: 'Writes it. Use on Fridays.',
      license: 'MIT',
      compatibility: 'none',
      metadata: { author: 'Ada', version: '1.0' },
      allowedTools: ['Read', 'Bash(git:*)'],
    });
    expect(parseSkill(text).body).toBe('Do it.\n');
    expect(parseSkill(text).problems).toMatchObject([{ severity: 'warning', field: 'allowed-tools' }]);
  });

  it('is read with Windows line ends, a mark of byte order, and folded texts', () => {
    const text = `\ufeff${skill('name: a\ndescription: >-\n  two\n  lines')}`.replaceAll('\n', '\r\n');
    expect(parseSkill(text).head).toMatchObject({ name: 'a', description: 'two lines' });
  });

  it.each([
    ['nothing at all', ''],
    ['no front matter', '# Title\n---\nname: a\n---'],
    ['front matter without an end', '---\nname: a\ndescription: b\n'],
    ['an empty one', '---\n---\nbody'],
    ['a list', skill('- a\n- b')],
    ['a scalar', skill('just words')],
    ['a colon without quotes', skill('name: a\ndescription: Use when: always')],
    ['two names', skill('name: a\nname: b\ndescription: c')],
    ['aliases', skill('name: &x a\ndescription: *x')],
    ['an alias bomb', skill('a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nname: a\ndescription: *b')],
    ['tags', skill('name: !!js/function a\ndescription: b')],
    ['merge keys', skill('base: &base {name: a}\n<<: *base\ndescription: b')],
    ['deep nesting', skill(`${good}\nmetadata: ${'['.repeat(5000)}`)],
    ['many entries', skill(`${good}\n${Array.from({ length: 600 }, (_, at) => `k${at}: v`).join('\n')}`)],
    ['an endless one', `---\nname: a\ndescription: "${'x'.repeat(200_000)}"\n---\n`],
    ['a map as a name', skill('name: {a: b}\ndescription: c')],
    ['no description', skill('name: a')],
    ['an empty description', skill('name: a\ndescription: "  "')],
    ['a long description', skill(`name: a\ndescription: ${'x'.repeat(1025)}`)],
  ])('refuses %s with a sentence', (_what, text) => {
    const started = performance.now();
    const parsed = parseSkill(text);
    expect(parsed.head).toBeNull();
    expect(errorsOf(text)[0]).toMatch(/\.$|quotes\)$/);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('says that aliases and tags are not allowed, also where nothing needs them', () => {
    expect(errorsOf(skill(`${good}\nmetadata: {a: &x b, c: *x}`))[0]).toContain('Aliases');
    expect(errorsOf(skill(`${good}\nmetadata: {a: !!binary b}`))[0]).toContain('Tags');
  });

  it.each(['Weekly', 'a_b', '-a', 'a-', 'a--b', 'a b', '../a', '周报', 'а', 'a'.repeat(65), 'a/b', '__proto__'])(
    'refuses the name %j',
    (name) => {
      expect(errorsOf(skill(`name: ${JSON.stringify(name)}\ndescription: b`))).toHaveLength(1);
    },
  );

  it('takes nothing from names that mean something to JavaScript', () => {
    const { head } = parseSkill(
      skill(`${good}\n__proto__: {polluted: yes}\nmetadata:\n  __proto__: x\n  constructor: y`),
    );
    expect(head?.metadata.constructor).toBe('y');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('warns of fields without a meaning and ignores values of the wrong kind', () => {
    const { head, problems } = parseSkill(skill(`${good}\nmodel: big\nlicense: [a]\nmetadata: 5`));
    expect(head).toMatchObject({ metadata: {}, allowedTools: [] });
    expect(problems.map(({ severity, field }) => [severity, field])).toEqual([
      ['warning', 'model'],
      ['warning', 'license'],
      ['warning', 'metadata'],
    ]);
  });
});
