import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown';
import { markup } from './render-for-test';

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>1</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](java\tscript:alert(1)) [d](&#106;avascript:alert(1))',
  '[e](data:text/html,<script>alert(1)</script>) [f](vbscript:x) [g](file:///etc/passwd) [h](//evil.example)',
  '![i](javascript:alert(1)) ![j](https://evil.example/pixel.png) ![k](data:image/svg+xml;base64,PHN2Zz4=)',
  '<a href="javascript:alert(1)" onclick="x()">x</a>',
  '<style>*{display:none}</style><link rel=stylesheet href=//evil.example>',
  '<form action=//evil.example><input name=a autofocus onfocus=alert(1)></form>',
  '`<script>` \n\n```html\n<script>alert(1)</script>\n```\n',
  '| <img src=x onerror=alert(1)> | [x](javascript:1) |\n|---|---|\n| <svg/onload=1> | <math><mi xlink:href="data:x"> |\n',
  '- <object data="data:text/html,x">\n- <embed src=javascript:1>\n- <base href="//evil.example">',
  '<javascript:alert(1)> <https://ok.example> &lt;script&gt;alert(1)&lt;/script&gt;',
  '[x]: javascript:alert(1)\n\n[x] [y][x]',
  '$\\href{javascript:alert(1)}{x}$ $$\\url{javascript:alert(1)}$$ \\(\\includegraphics{//evil.example/a.png}\\)',
  '$$\n\\htmlStyle{position:fixed}{x} <img src=x onerror=alert(1)>\n$$\n\\[\n</math><script>alert(1)</script>\n\\]\n',
  '```mermaid\ngraph TD; A["<img src=x onerror=alert(1)>"]; click A "javascript:alert(1)"\n```\n',
  '```math\n\\href{javascript:alert(1)}{x}\n```\n',
  'a[^<script>] b[^"onload=x] c[^x]\n\n[^x]: <img src=x onerror=alert(1)> [y](javascript:alert(1))\n[^"]: <svg/onload=1>\n\n    <script>alert(1)</script>\n',
];

const forbiddenElements =
  'script, iframe, svg:not(.lucide), img, object, embed, style, link, form, base, math, video, audio';

const { document } = new Window();

function assertHarmless(html: string): void {
  document.body.innerHTML = html;
  expect(document.querySelectorAll(forbiddenElements)).toHaveLength(0);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name.startsWith('on')).toBe(false);
      if (name !== 'href' && name !== 'src') continue;
      expect(new URL(value ?? '').protocol).toMatch(/^(https?|mailto):$/);
      expect(element.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    }
  }
}

function render(text: string): string {
  return markup(<Markdown source={{ chunks: [text], closed: true }} />);
}

describe('hostile text', () => {
  it.each(hostile)('stays text at every prefix: %s', (text) => {
    const source = { chunks: [] as string[], closed: false };
    for (const piece of text) {
      source.chunks.push(piece);
      assertHarmless(markup(<Markdown source={source} />));
    }
    source.closed = true;
    assertHarmless(markup(<Markdown source={source} />));
  });

  it('shows raw HTML as it was written', () => {
    expect(render('<script>alert(1)</script>')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('names the real destination of a link that says something else', () => {
    expect(render('[https://bank.example](https://evil.example/x)')).toContain('(evil.example)');
    expect(render('[mail](mailto:a@b.example)')).toContain('(a@b.example)');
  });
});
