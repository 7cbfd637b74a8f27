import { createElement, type ReactNode } from 'react';

/** What of MathML may be shown. Nothing in it can lead anywhere or load anything. */
const elements: ReadonlySet<string> = new Set(
  (
    'math mrow mi mo mn ms mtext mspace mover munder munderover msup msub msubsup mmultiscripts mprescripts none mfrac ' +
    'mroot msqrt mtable mtr mtd mlabeledtr menclose mpadded mphantom mstyle'
  ).split(' '),
);

const attributes: ReadonlySet<string> = new Set(
  (
    'accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form height largeop ' +
    'linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowalign ' +
    'rowlines rowspacing rspace scriptlevel separator side stretchy symmetric voffset width'
  ).split(' '),
);

const plainValue = /^[\w#%., +-]{1,80}$/;
const deepest = 100;

function propsOf(element: Element): Record<string, string> {
  const props: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    if (attributes.has(name) && plainValue.test(value)) props[name] = value;
  }
  return props;
}

function childrenOf(element: Element, depth: number): ReactNode[] {
  if (depth > deepest) throw new RangeError('A formula nests too deeply.');
  return [...element.childNodes].map((node) => {
    if (node.nodeType === 3) return node.textContent;
    return node.nodeType === 1 ? elementOf(node as Element, depth + 1) : null;
  });
}

function elementOf(element: Element, depth: number): ReactNode {
  const name = element.localName;
  // The source of the formula stands beside it; what is shown is the first child.
  if (name === 'semantics') return childrenOf(element, depth)[0];
  if (!elements.has(name)) return null;
  return createElement(name, propsOf(element), ...childrenOf(element, depth));
}

/** MathML as elements of our own, made from its text by a list of what may be in it; null where there is none. */
export function formulaElements(markup: string): ReactNode {
  const parsed = new DOMParser().parseFromString(markup, 'application/xml');
  const math = parsed.getElementsByTagName('math')[0];
  return math === undefined ? null : elementOf(math, 0);
}
