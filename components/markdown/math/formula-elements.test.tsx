import { Window } from 'happy-dom';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { formulaElements } from './formula-elements';
import { currentTypeset, loadTypeset } from './typeset';

beforeAll(loadTypeset);
beforeEach(() => void vi.stubGlobal('DOMParser', new Window().DOMParser));

function set(tex: string, isDisplay = false): string {
  return renderToStaticMarkup(currentTypeset()?.(tex, isDisplay));
}

describe('a formula', () => {
  it('becomes MathML', () => {
    expect(set('\\frac{a}{2}')).toBe('<math><mrow><mfrac><mi>a</mi><mn>2</mn></mfrac></mrow></math>');
    expect(set('x', true)).toMatch(/^<math display="block">/);
    expect(set('\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}')).toContain('<mtd>');
  });

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://evil.example}',
    '\\includegraphics{https://evil.example/a.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlClass{a}{x}',
    '\\htmlId{a}{x}',
    '\\htmlData{a=b}{x}',
    '\\text{<img src=x onerror=alert(1)>}',
  ])('leads nowhere and loads nothing: %s', (tex) => {
    let html = '';
    try {
      html = set(tex);
    } catch {}
    const tags = html.replace(/>[^<]*</g, '><');
    expect(tags).not.toMatch(/href|src=|style=|class|id=|data-|<(?!\/?m)/);
  });

  it.each(['\\def\\a{\\a\\a}\\a', '\\frac{a}', '\\sqrt{'.repeat(150) + '}'.repeat(150), '\\unknowncommand'])(
    'that is none is refused: %s',
    (tex) => {
      expect(() => set(tex)).toThrow();
    },
  );

  it('is bounded in size', () => {
    expect(set('\\rule{9999em}{9999em}')).not.toContain('9999');
  });

  it('is made of listed elements and attributes alone', () => {
    const hostile =
      '<span><math xmlns="http://www.w3.org/1998/Math/MathML" onload="x"><script>1</script><mi href="javascript:1" style="a" mathcolor="url(x)" mathvariant="bold">x</mi><annotation>y</annotation><maction actiontype="statusline#http://evil.example">z</maction></math></span>';
    expect(renderToStaticMarkup(formulaElements(hostile))).toBe('<math><mi mathvariant="bold">x</mi></math>');
  });
});
