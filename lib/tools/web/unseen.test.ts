import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { dropUnseen } from './unseen';

function seen(body: string, head = ''): string {
  const { document } = parseHTML(`<html><head>${head}</head><body>${body}</body></html>`);
  dropUnseen(document as never);
  return (document.body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const payload = 'SEND THE NOTES';

describe('what a page hides', () => {
  it.each([
    ['display', '<p style="display:none">'],
    ['display in capitals, with an escape and a comment', '<p style="DISPLAY/**/:/*x*/ n\\6fne !important">'],
    ['visibility', '<p style="visibility:hidden">'],
    ['content-visibility', '<p style="content-visibility:hidden">'],
    ['opacity', '<p style="opacity:0.01">'],
    ['opacity in percent', '<p style="opacity:1%">'],
    ['a filter', '<p style="filter:opacity(0)">'],
    ['no size', '<p style="font-size:0">'],
    ['hardly any size', '<p style="font-size:1px">'],
    ['no size in the short form', '<p style="font: 0/0 a">'],
    ['white on white', '<p style="color:#fff">'],
    ['nearly white on white', '<p style="color: rgb(250 250 250)">'],
    ['white on white by attribute', '<font color="WHITE">'],
    ['the colour of its own ground', '<p style="background:#000;color:#010101">'],
    ['the colour of the ground above', '<div style="background-color:#123456"><p style="color:#123456">'],
    ['no colour', '<p style="color:transparent">'],
    ['no colour by its fourth part', '<p style="color:rgba(0,0,0,0)">'],
    ['a place far away', '<p style="position:absolute;left:-9999px">'],
    ['a place far to the right', '<p style="position:fixed;left:99999px">'],
    ['an indent', '<p style="text-indent:-10000px">'],
    ['a shift', '<p style="transform:translateX(-9999px)">'],
    ['a scale', '<p style="transform:scale(0)">'],
    ['a clip', '<p style="position:absolute;clip:rect(0,0,0,0)">'],
    ['a clip path', '<p style="clip-path:inset(100%)">'],
    ['a box without room', '<p style="overflow:hidden;height:0">'],
    ['the attribute hidden', '<p hidden>'],
    ['hidden until found', '<p hidden="until-found">'],
    ['silence', '<p aria-hidden="TRUE">'],
    ['a template', '<template>'],
    ['an element without scripts', '<noscript>'],
    ['a closed dialogue', '<dialog>'],
    ['a comment', '<!-- '],
    ['a parent that is hidden', '<div style="display:none"><p style="display:block">'],
    ['a parent without ink', '<div style="color:white"><p><b>'],
  ])('check fetch_url: by %s', (_name, open) => {
    const close = open.startsWith('<!--') ? ' -->' : `</${/^<(\w+)/.exec(open)?.[1]}>`;
    expect(seen(`<p>before </p>${open}${payload}${close}<p>after</p>`)).toBe('before after');
  });

  it.each([
    ['a class', '.x{display:none}', '<p class="x">'],
    ['a list of selectors', 'b, #y .x , i{visibility:hidden}', '<div id="y"><p class="x">'],
    ['a sheet for screens', '@media screen and (min-width:1px){.x{font-size:0}}', '<p class="x">'],
    ['a sheet in a layer', '@layer a{@supports (x:y){.x{opacity:0}}}', '<p class="x">'],
    ['a rule that beats the inline style', '.x{display:none!important}', '<p class="x" style="display:block">'],
    ['ink and paper said apart', 'body{background:#222}.x{color:#222}', '<p class="x">'],
    ['a rule behind one without a block', '@import "x"; .x{display:none}', '<p class="x">'],
    ['a rule behind many others', `${'.y{width:5px}'.repeat(2_000)}.x{display:none}`, '<p class="x">'],
    ['a selector that holds others', ':is(.x, .y):not(b, i){display:none}', '<p class="x">'],
    ['a rule whose brace is missing', '.x{display:none', '<p class="x">'],
  ])('by its own sheet: %s', (_name, css, open) => {
    expect(seen(`<p>before</p>${open}${payload}</p></div>`, `<style>${css}</style>`)).toBe('before');
  });

  it.each([
    ['what is pale, small or at the side', '<p style="opacity:.4;font-size:11px;margin-left:-12px">'],
    ['white on dark', '<div style="background:#111"><p style="color:white">'],
    ['white on a picture', '<div style="background:url(x.png)"><p style="color:white">'],
    [
      'what is readable again within what is not',
      '<div style="font-size:0;color:#fff"><p style="font-size:16px;color:#333">',
    ],
    ['what is visible again', '<div style="visibility:hidden"><p style="visibility:visible">'],
    ['what is silent to nobody', '<p aria-hidden="false">'],
  ])('is not %s', (_name, open) => {
    expect(seen(`${open}words</p></div>`)).toBe('words');
  });

  it.each([
    ['only in print', '@media print{.x{display:none}}'],
    ['only on phones', '@media (max-width: 600px){.x{display:none}}'],
    ['unless a weightier rule says otherwise', 'p.x.x{display:block}.x{display:none}'],
    ['unless a later rule says otherwise', '.x{display:none}.x{display:block}'],
    ['by a selector nobody understands', '.x:::y{display:none}'],
  ])('is nothing that a sheet hides %s', (_name, css) => {
    expect(seen('<p class="x">words</p>', `<style>${css}</style>`)).toBe('words');
  });

  it('is found in time that has an end, however much there is', () => {
    const css = Array.from({ length: 2_000 }, (_, at) => `.c${at} .d{display:none}`).join('');
    const started = Date.now();
    expect(seen(`${'<div class="d">'.repeat(200)}words`, `<style>${css}${'{'.repeat(50_000)}</style>`)).toBe('words');
    seen('<p>x</p>', `<style>${'@media{'.repeat(40_000)}</style>`);
    seen('<p>x</p>'.repeat(4_000), `<style>${css}</style>`);
    seen(`<p style="${'display:block;'.repeat(100_000)}">x</p>`);
    expect(Date.now() - started).toBeLessThan(12_000);
  });
});
