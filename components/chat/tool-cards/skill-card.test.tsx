// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { mount } from '../../ui/mount-for-test';
import { SkillCard } from './skill-card';

const loaded = {
  name: 'tea',
  trusted: true,
  files: ['references/kinds.md', 5, '\u202efdp'],
  text: 'Boil.\n\n<b>Pour.</b>',
};
const show = (value: unknown) => mount(<SkillCard value={value} fallback={<p>plain</p>} />);

afterEach(() => document.body.replaceChildren());

describe('the card of a skill', () => {
  it('shows the text with its lines, the files by name, and nothing as markup', async () => {
    await show(loaded);
    expect(document.body.textContent).toContain('Boil.\n\n<b>Pour.</b>');
    expect(document.body.textContent).toContain('references/kinds.md, U+202Efdp');
    expect(document.querySelector('b')).toBeNull();
    expect(document.body.textContent).not.toContain('From others');
  });

  it('says that the words are those of others, and which file they are from', async () => {
    await show({ ...loaded, path: 'a.md', trusted: false });
    expect(document.body.textContent).toContain('tea/a.md');
    expect(document.body.textContent).toContain('From others');
  });

  it.each([null, [], 'text', { text: 'x' }, { name: 5 }])('leaves %j to the plain result', async (value) => {
    await show(value);
    expect(document.body.textContent).toBe('plain');
  });
});
