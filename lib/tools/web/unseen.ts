/*
 * Runs in the thread that reads a page, which loads this file as it stands: it may import nothing.
 */

type Declarations = ReadonlyMap<string, string>;

interface StyleRule {
  readonly selector: string;
  readonly declarations: Declarations;
}

/** The little of a document that is needed here; the parser's own types are not those of a browser. */
interface Node {
  readonly nodeType: number;
  readonly parentElement: Node | null;
  readonly childNodes: Iterable<Node>;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  remove(): void;
}
interface Page {
  querySelectorAll(selector: string): Iterable<Node>;
}

const notText =
  'title,meta,link,base,script,style,noscript,template,iframe,frame,object,embed,svg,canvas,input,button,select,dialog';
const maxStyleChars = 300_000;
const [maxRules, maxNesting] = [3_000, 4] as const;
/** Of elements and rules that are held against each other. */
const maxMatches = 2_000_000;
const windowWidth = 1_280;
const nearColour = 24;
const [elementNode, textNode] = [1, 3] as const;

/** A text of style with its escapes resolved and its comments gone, as a browser would read it. */
const plainStyle = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_whole, code: string) => {
      const point = Number.parseInt(code, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    })
    .replace(/\\/g, '');

function declarationsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const declaration of plainStyle(text).split(';')) {
    const at = declaration.indexOf(':');
    if (at < 0) continue;
    const name = declaration.slice(0, at).trim().toLowerCase();
    const [value = '', ...important] = declaration
      .slice(at + 1, at + 300)
      .toLowerCase()
      .split('!');
    found.set(name, value.trim());
    if (important.length > 0) found.set(`!${name}`, value.trim());
  }
  return found;
}

/** Whether the rules of a media query hold for a reader at an ordinary screen. */
function isForScreen(condition: string): boolean {
  if (/\b(print|speech)\b|prefers-color-scheme\s*:\s*dark/.test(condition)) return false;
  const widths = [...condition.matchAll(/(min|max)-width\s*:\s*([\d.]+)(px|em|rem)/g)];
  return widths.every(([, side, number, unit]) => {
    const width = Number(number) * (unit === 'px' ? 1 : 16);
    return side === 'min' ? width <= windowWidth : width >= windowWidth;
  });
}

/** The rules of a style sheet, flat; a brace that is missing ends it. */
function rulesOf(css: string, found: StyleRule[] = [], depth = 0): StyleRule[] {
  let at = 0;
  while (at < css.length && found.length < maxRules) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    const head = css.slice(at, open).split(';').at(-1)?.trim().toLowerCase() ?? '';
    let braces = 1;
    let end = open + 1;
    while (end < css.length && braces > 0) {
      if (css[end] === '{') braces += 1;
      if (css[end] === '}') braces -= 1;
      end += 1;
    }
    const body = css.slice(open + 1, braces === 0 ? end - 1 : end);
    if (head.startsWith('@')) {
      const holds = /^@(supports|layer|container)\b/.test(head) || (head.startsWith('@media') && isForScreen(head));
      if (holds && depth < maxNesting) rulesOf(body, found, depth + 1);
    } else {
      // Names of classes keep their case.
      const selector = css.slice(at, open).split(';').at(-1)?.trim().slice(0, 300) ?? '';
      const declarations = declarationsOf(body);
      if ([...declarations.keys()].some((name) => ofSight.test(name))) found.push({ selector, declarations });
    }
    at = end;
  }
  return found;
}

const ofSight =
  /^(display|visibility|content-visibility|opacity|font(-size)?|color|background(-color)?|clip(-path)?|position|left|right|top|bottom|text-indent|margin(-left|-top)?|(max-)?(width|height)|overflow|transform|filter|zoom|scale)$/;

const sizeUnits: Readonly<Record<string, number>> = { px: 1, pt: 1.33, em: 16, rem: 16, '%': 0.16, vw: 12.8, vh: 8 };

/** About how many pixels a length is; null for what is no length. */
function pixels(value: string | undefined): number | null {
  const [, number, unit = ''] = /^(-?\d*\.?\d+(?:e-?\d{1,2})?)([a-z%]*)$/.exec(value ?? '') ?? [];
  if (number === undefined) return null;
  return Number(number) * (sizeUnits[unit] ?? 1);
}

const isTiny = (value: string | undefined, most: number) => {
  const size = pixels(value);
  return size !== null && Math.abs(size) <= most;
};

const sides = ['left', 'right', 'top', 'bottom', 'text-indent', 'margin-left', 'margin-top'];

function isOutOfSight(style: Declarations): boolean {
  const far = sides.map((side) => pixels(style.get(side)) ?? 0);
  if (far.some((distance) => distance <= -100 || distance >= 3_000)) return true;
  return /translate\w*\([^)]*-\d{4,}|scale\w*\(\s*0*\.?0+[\s,)]/.test(style.get('transform') ?? '');
}

function isCutAway(style: Declarations): boolean {
  const of = (name: string) => style.get(name);
  const isClosed = /hidden|clip/.test(of('overflow') ?? '');
  const isFlat = ['width', 'height', 'max-height', 'max-width'].some((side) => isTiny(of(side), 1));
  if (isClosed && isFlat) return true;
  return (
    /^rect\(\s*[01](px)?[\s,]/.test(of('clip') ?? '') || /inset\(\s*(50|100)%|circle\(\s*0/.test(of('clip-path') ?? '')
  );
}

/** Away with all that is in it, whatever that says of itself. */
function isStyledAway(style: Declarations): boolean {
  const of = (name: string) => style.get(name) ?? '';
  if (of('display') === 'none' || of('content-visibility') === 'hidden') return true;
  const opacity = style.get('opacity');
  if (opacity !== undefined && Number.parseFloat(opacity) / (opacity.endsWith('%') ? 100 : 1) <= 0.05) return true;
  if (/opacity\(\s*0*\.?0*%?\s*\)/.test(of('filter'))) return true;
  if (isTiny(style.get('zoom'), 0.05) || isTiny(style.get('scale'), 0.05)) return true;
  return isOutOfSight(style) || isCutAway(style);
}

type Colour = readonly [number, number, number, number];
const namedColours: Readonly<Record<string, Colour>> = {
  white: [255, 255, 255, 1],
  black: [0, 0, 0, 1],
  transparent: [0, 0, 0, 0],
};

/** The colour that a text begins with; null where it names none that is known here. */
function colourOf(text: string | undefined): Colour | null {
  const value = (text ?? '').trim();
  const named = /^[a-z]+/.exec(value)?.[0] ?? '';
  if (Object.hasOwn(namedColours, named)) return namedColours[named] ?? null;
  const hex = /^#([0-9a-f]{3,8})\b/.exec(value)?.[1];
  if (hex !== undefined) {
    const wide = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const [red = 0, green = 0, blue = 0, alpha = 255] =
      wide.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
    return [red, green, blue, alpha / 255];
  }
  const parts = /^rgba?\(([^)]*)\)/
    .exec(value)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  if (parts === undefined) return /^hsla?\([^)]*[,/]\s*0*\.?0+%?\s*\)/.test(value) ? [0, 0, 0, 0] : null;
  const [red, green, blue, alpha = 1] = parts.map((part) => Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1));
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue, alpha];
}

const isNear = (one: Colour, other: Colour) =>
  [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) <= nearColour);

/** What an element hands down to what is in it. */
interface Sight {
  /** Null for a colour that is not known here. */
  readonly ink: Colour | null;
  readonly paper: Colour | null;
  readonly isTiny: boolean;
  readonly isInvisible: boolean;
}
/** Without a word a page is a white sheet with black letters. */
const plainSight: Sight = { ink: [0, 0, 0, 1], paper: [255, 255, 255, 1], isTiny: false, isInvisible: false };
const inherited = /^(inherit|unset|revert|currentcolor)$/;

function inkOf(said: string | undefined, above: Sight): Colour | null {
  return said === undefined || inherited.test(said) ? above.ink : colourOf(said);
}

function paperOf(said: string | undefined, above: Sight): Colour | null {
  if (said === undefined || /^(none|inherit|initial|unset|revert|transparent)$/.test(said)) return above.paper;
  const colour = colourOf(said);
  return colour !== null && colour[3] <= 0.2 ? above.paper : colour;
}

function isTinyType(style: Declarations, above: Sight): boolean {
  const size = style.get('font-size');
  if (size !== undefined && !inherited.test(size)) {
    const isRelative = /(em|%)$/.test(size) && !size.endsWith('rem');
    return isTiny(size, 2) || (isRelative && above.isTiny);
  }
  const font = style.get('font');
  return font === undefined ? above.isTiny : /(^|\s)0*\.?0+(px|pt|em|rem|%)?\s*(\/|\s)/.test(font);
}

function sightOf(element: Node, style: Declarations, above: Sight): Sight {
  const attribute = (name: string) => element.getAttribute(name)?.trim().toLowerCase();
  const visibility = style.get('visibility') ?? '';
  return {
    ink: inkOf(style.get('color') ?? attribute('color'), above),
    paper: paperOf(style.get('background-color') ?? style.get('background') ?? attribute('bgcolor'), above),
    isTiny: isTinyType(style, above),
    isInvisible: /^(hidden|collapse)$/.test(visibility) || (above.isInvisible && visibility !== 'visible'),
  };
}

function isUnreadable({ ink, paper, isTiny: isTooSmall, isInvisible }: Sight): boolean {
  if (isTooSmall || isInvisible || (ink !== null && ink[3] <= 0.05)) return true;
  return ink !== null && paper !== null && isNear(ink, paper);
}

const weightOf = (selector: string) =>
  (selector.match(/#/g)?.length ?? 0) * 100 +
  (selector.match(/[.[:]/g)?.length ?? 0) * 10 +
  selector.split(/[\s>+~]+/).length;

const mayHide = ({ declarations: style }: StyleRule) =>
  isStyledAway(style) || isTinyType(style, plainSight) || style.has('visibility') || style.has('color');

const singleRules = (rule: StyleRule): StyleRule[] =>
  /[([]/.test(rule.selector) ? [rule] : rule.selector.split(',').map((one) => ({ ...rule, selector: one.trim() }));

/** What the page's own sheets say of each element, the weightier rule over the lighter and the later over the earlier. */
function sheetStyles(page: Page): Map<Node, Map<string, string>> {
  const styles = new Map<Node, Map<string, string>>();
  const css = [...page.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n');
  if (css === '') return styles;
  const rules = rulesOf(css.slice(0, maxStyleChars).replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ')).flatMap(singleRules);
  const room = Math.floor(maxMatches / [...page.querySelectorAll('*')].length);
  const chosen = [...rules.filter(mayHide), ...rules.filter((rule) => !mayHide(rule))].slice(0, room);
  chosen.sort((one, other) => weightOf(one.selector) - weightOf(other.selector));
  for (const { selector, declarations } of chosen) {
    for (const element of elementsOf(page, selector)) {
      const known = styles.get(element) ?? new Map<string, string>();
      for (const [name, value] of declarations) known.set(name, value);
      styles.set(element, known);
    }
  }
  return styles;
}

function elementsOf(page: Page, selector: string): Iterable<Node> {
  try {
    return page.querySelectorAll(selector);
  } catch {
    return [];
  }
}

function styleOf(element: Node, sheet: Declarations | undefined): Declarations {
  const inline = declarationsOf((element.getAttribute('style') ?? '').slice(0, 2_000));
  const merged = new Map([...(sheet ?? []), ...inline]);
  for (const [name, value] of merged) if (name.startsWith('!')) merged.set(name.slice(1), value);
  return merged;
}

const isMarkedAway = (element: Node) =>
  element.hasAttribute('hidden') || element.getAttribute('aria-hidden')?.trim().toLowerCase() === 'true';

/** The text right in an element, as what is within it may be readable again. */
function dropOwnText(element: Node): void {
  const children = [...element.childNodes];
  if (children.every(({ nodeType }) => nodeType !== elementNode)) element.remove();
  else for (const child of children) if (child.nodeType === textNode) child.remove();
}

/** What a reader of the page would not see is not read either: it is where instructions for models are put. */
export function dropUnseen(page: Page): void {
  const sheets = sheetStyles(page);
  for (const element of [...page.querySelectorAll(notText)]) element.remove();
  const sights = new Map<Node, Sight>();
  for (const element of [...page.querySelectorAll('*')]) {
    const parent = element.parentElement;
    const above = parent === null ? plainSight : sights.get(parent);
    // What is in something that went is not looked at.
    if (above === undefined) continue;
    const style = styleOf(element, sheets.get(element));
    if (isMarkedAway(element) || isStyledAway(style)) {
      element.remove();
      continue;
    }
    const sight = sightOf(element, style, above);
    sights.set(element, sight);
    if (isUnreadable(sight)) dropOwnText(element);
  }
}
