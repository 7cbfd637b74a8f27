import { all, create } from 'mathjs';
import { assertAllowed } from './calculate/allowed.mjs';
import { createDateFunctions } from './calculate/dates.mjs';
import { evaluateExactly } from './calculate/exact.mjs';
import { decimalText, TooLarge } from './calculate/rational.mjs';
import { serve } from './serve.mjs';

const math = create(all, { number: 'BigNumber', precision: 64, relTol: 1e-60, absTol: 1e-63 });
const { parse } = math;
const maxPlainChars = 120;
const isUnit = (name) => math.Unit.isValuelessUnit(name);

/** What an expression could reach the engine itself with; the allow-list is the first wall, this one stands behind it. */
const engine = ['import', 'createUnit', 'evaluate', 'parse', 'compile', 'simplify', 'derivative'];
const refused = () => {
  throw new Error('this function is not available');
};
math.import(Object.fromEntries(engine.map((name) => [name, refused])), { override: true });

function readable(expression) {
  return expression
    .replace(/[×·]/g, '*')
    .replace(/÷/g, '/')
    .replace(/−/g, '-')
    .replace(/%\s*of\s+/gi, '% * ');
}

function exactAnswer(node, digits) {
  try {
    const value = evaluateExactly(node);
    if (!value) return undefined;
    const { text, isWhole } = decimalText(value, digits);
    if (isWhole) return { result: text, exact: true };
    if (text.length > maxPlainChars) return undefined;
    const fraction = `${value.n}/${value.d}`;
    return { result: text, exact: false, ...(fraction.length <= 200 && { fraction }) };
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

function textOf(value, digits) {
  const last = value?.isResultSet ? value.entries.at(-1) : value;
  if (last === undefined || last === null || typeof last === 'function') throw new Error('there is no result');
  if (typeof last === 'string') return last;
  if (last.isBigNumber && !last.isFinite())
    throw new Error(last.isNaN() ? 'the result is not a number' : 'the result is too large');
  return math.format(last, { precision: digits, lowerExp: -7, upperExp: 21 });
}

function calculate({ expression, digits, today }) {
  const node = parse(readable(expression));
  assertAllowed(node, isUnit);
  const exact = exactAnswer(node, digits);
  if (exact) return exact;
  const scope = new Map(Object.entries(createDateFunctions(today, (value) => math.bignumber(value))));
  const value = node.compile().evaluate(scope);
  return { result: textOf(value, digits), exact: typeof value === 'string' || typeof value === 'boolean' };
}

serve(calculate);
