import * as rationals from './rational.mjs';

const maxFactorial = 3000n;

/** An expression as a fraction; undefined when it leaves the rational numbers (units, roots, lists, dates). */
export function evaluateExactly(root) {
  return exactOf(root, new Map());
}

function exactOf(node, variables) {
  switch (node.type) {
    case 'ConstantNode':
      return node.value?.isBigNumber || typeof node.value === 'number'
        ? rationals.rationalOf(node.value.toString())
        : undefined;
    case 'ParenthesisNode':
      return exactOf(node.content, variables);
    case 'SymbolNode':
      return variables.get(node.name);
    case 'AssignmentNode':
      return assign(node, variables);
    case 'BlockNode':
      return lastOf(node.blocks, variables);
    case 'OperatorNode':
      return apply(node.fn, node.args, variables);
    case 'FunctionNode':
      return apply(node.fn.name, node.args, variables);
    default:
      return undefined;
  }
}

function assign(node, variables) {
  const value = exactOf(node.value, variables);
  if (value) variables.set(node.object.name, value);
  return value;
}

function lastOf(blocks, variables) {
  const values = blocks.map(({ node }) => exactOf(node, variables));
  return values.includes(undefined) ? undefined : values.at(-1);
}

function apply(name, nodes, variables) {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation || nodes.length < operation.least || nodes.length > operation.most) return undefined;
  const values = nodes.map((node) => exactOf(node, variables));
  return values.includes(undefined) ? undefined : operation.run(...values);
}

function factorial({ n, d }) {
  if (d !== 1n || n < 0n) return undefined;
  if (n > maxFactorial) throw new rationals.TooLarge();
  let product = 1n;
  for (let factor = 2n; factor <= n; factor += 1n) product *= factor;
  return rationals.rational(product);
}

const smaller = (a, b) => [a, b].sort((left, right) => (left < right ? -1 : 1))[0];

function combinations(n, k) {
  if (!rationals.isInteger(n) || !rationals.isInteger(k) || k.n < 0n || k.n > n.n) return undefined;
  const count = smaller(k.n, n.n - k.n);
  if (count > maxFactorial) throw new rationals.TooLarge();
  let result = 1n;
  for (let step = 1n; step <= count; step += 1n) result = (result * (n.n - count + step)) / step;
  return rationals.rational(result);
}

function rounded(value, digits = { n: 0n, d: 1n }) {
  const isUsable = rationals.isInteger(digits) && digits.n >= 0n && digits.n <= 100n;
  return isUsable ? rationals.round(value, Number(digits.n)) : undefined;
}

function ofIntegers(run) {
  return (left, right) => (rationals.isInteger(left) && rationals.isInteger(right) ? run(left.n, right.n) : undefined);
}

const one = (run) => ({ least: 1, most: 1, run });
const two = (run) => ({ least: 2, most: 2, run });
const many = (run) => ({ least: 2, most: 400, run: (...values) => values.reduce(run) });
const total = (values) => values.reduce(rationals.add);

const operations = {
  add: many(rationals.add),
  sum: many(rationals.add),
  subtract: two(rationals.subtract),
  multiply: many(rationals.multiply),
  prod: many(rationals.multiply),
  divide: two(rationals.divide),
  pow: two(rationals.power),
  mod: two((left, right) => (right.n === 0n ? undefined : rationals.modulo(left, right))),
  unaryMinus: one(rationals.negate),
  unaryPlus: one((value) => value),
  factorial: one(factorial),
  combinations: two(combinations),
  abs: one((value) => (value.n < 0n ? rationals.negate(value) : value)),
  square: one((value) => rationals.multiply(value, value)),
  sqrt: one(rationals.squareRoot),
  floor: one(rationals.floor),
  ceil: one(rationals.ceil),
  round: { least: 1, most: 2, run: rounded },
  min: many((left, right) => (rationals.isLess(right, left) ? right : left)),
  max: many((left, right) => (rationals.isLess(left, right) ? right : left)),
  mean: {
    least: 2,
    most: 400,
    run: (...values) => rationals.divide(total(values), rationals.rational(BigInt(values.length))),
  },
  gcd: two(ofIntegers((left, right) => rationals.rational(rationals.greatestCommonDivisor(left, right)))),
  lcm: two(
    ofIntegers((left, right) => {
      const divisor = rationals.greatestCommonDivisor(left, right) || 1n;
      const multiple = (left / divisor) * right;
      return rationals.rational(multiple < 0n ? -multiple : multiple);
    }),
  ),
};
