// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { MetonaToolResult } from '@/lib/ir';
import { find, mount, settle } from '../../ui/mount-for-test';
import { SkillCard } from './skill-card';
import { ToolResultCard } from './tool-result-card';

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

  it.each(['skills.load', 'skills.read_file'])('is how a result of %s is shown', async (toolName) => {
    const result = { toolCallId: 'c', toolName, result: loaded, success: true, durationMs: 1, timestamp: 0 };
    await mount(<ToolResultCard result={result as MetonaToolResult} />);
    const isLoading = () => document.querySelector('[data-testid=card-loading]') !== null;
    for (let turn = 0; turn < 500 && isLoading(); turn += 1) await settle(() => undefined);
    expect(find('[data-testid=skill-card]').textContent).toContain('Boil.');
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
