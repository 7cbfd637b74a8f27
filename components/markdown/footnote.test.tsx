import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown';
import { markup } from './render-for-test';

function render(text: string, closed = true): string {
  return markup(<Markdown source={{ chunks: [text], closed }} />);
}

const marks = (html: string) =>
  [...html.matchAll(/data-footnote-(reference|note)="([^"]*)"/g)].map(([, end, id]) => `${end} ${id}`);

describe('footnotes', () => {
  it('lead from the mark to the note and back', () => {
    const html = render(
      'One[^1] and two[^b].\n\n[^1]: First, **bold**.\n[^b]: Second\n    goes on.\n\n    - list\n\nAfter.',
    );
    expect(marks(html)).toEqual(['reference 1', 'reference b', 'note 1', 'note b']);
    expect(html).toContain('<strong class="font-semibold">bold</strong>');
    expect(html).toMatch(/Second\ngoes on\.<\/p><ul/);
    expect(html).toMatch(/<p class="my-2.5">After\.<\/p>/);
  });

  it('are text as long as there is no such note', () => {
    expect(render('Look[^1] and [^a-z]+ here.\n\n', false)).toContain('Look[^1] and [^a-z]+ here.');
    expect(marks(render('Look[^1].\n\n[^1]: Here.\n\nNext\n', false))).toEqual(['reference 1', 'note 1']);
  });

  it('are neither links nor code', () => {
    expect(marks(render('[^1](https://example.org) `[^1]`\n\n[^1]: note'))).toEqual(['note 1']);
  });
});
