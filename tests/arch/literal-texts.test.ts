import { describe, expect, it } from 'vitest';
import { findLiteralTexts } from '../../scripts/fences/literal-text.mjs';

const inCard = (text: string) => findLiteralTexts({ path: 'components/chat/card.tsx', text });

describe('the fence around texts', () => {
  it.each([
    '<p>Saved</p>',
    '<p>已保存</p>',
    "<p>{isBusy ? 'Saving' : t('common.saved')}</p>",
    `<p>{\`\${count} files\`}</p>`,
    '<p>{isOpen && "Open now"}</p>',
    '<button aria-label="Close" />',
    "<img alt={name ?? 'A picture'} />",
    `<input placeholder="Ask anything…" title={\`Say \${name}\`} />`,
    "const options = [{ value: 1, label: 'Newest first' }];",
  ])('finds what no catalogue holds in %s', (text) => {
    const found = inCard(
      `const card = 1;\nconst shown = () => { return (${text.startsWith('<') ? text : '1'}); };\n${text}`,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatch(/^components\/chat\/card\.tsx:[23]: ".+" is in no catalogue/);
  });

  it.each([
    "<p>{t('common.saved')}</p>",
    '<p>{name} · {size}</p>',
    '<p className="Some words that are classes" data-state="two words">→</p>',
    '<span>mtn_••••{last4}</span>',
    '<input placeholder="https://…/v1" name="base url" />',
    "const options = [{ value: 'a b', label: 'layout.themeDark' }];",
    '<h1>Metona</h1>',
  ])('lets be what is the same in every language, or no text: %s', (text) => {
    expect(inCard(text)).toEqual([]);
  });

  it('looks at pages and components, and not at tests, routes or the server', () => {
    const text = '<p>Some words</p>';
    expect(findLiteralTexts({ path: 'app/(main)/tasks/page.tsx', text })).toHaveLength(1);
    for (const path of [
      'components/chat/card.test.tsx',
      'app/api/files/route.ts',
      'lib/server/mail.tsx',
      'app/global-error.tsx',
    ])
      expect(findLiteralTexts({ path, text })).toEqual([]);
  });
});
