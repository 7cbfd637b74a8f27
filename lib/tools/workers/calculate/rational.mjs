const maxBits = 40_000;

/** What exact arithmetic would need too much room for; such a calculation goes on with rounded numbers. */
export class TooLarge extends Error {}

const bitsOf = (value) => value.toString(16).length * 4;

const absolute = (value) => (value < 0n ? -value : value);

export function greatestCommonDivisor(left, right) {
  let [a, b] = [absolute(left), absolute(right)];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

export function rational(numerator, denominator = 1n) {
  if (denominator === 0n) throw new Error('division by zero');
  if (bitsOf(numerator) + bitsOf(denominator) > maxBits * 2) throw new TooLarge();
  const divisor = greatestCommonDivisor(numerator, denominator) || 1n;
  const sign = denominator < 0n ? -1n : 1n;
  const value = { n: (sign * numerator) / divisor, d: (sign * denominator) / divisor };
  if (bitsOf(value.n) > maxBits || bitsOf(value.d) > maxBits) throw new TooLarge();
  return value;
}

/** From decimal text such as `-12.50` or `1.5e-3`. */
export function rationalOf(text) {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > maxBits / 4) throw new TooLarge();
  const digits = BigInt(`${whole}${fraction}` || '0') * (sign === '-' ? -1n : 1n);
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift));
}

export const add = (a, b) => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtract = (a, b) => rational(a.n * b.d - b.n * a.d, a.d * b.d);
export const multiply = (a, b) => rational(a.n * b.n, a.d * b.d);
export const divide = (a, b) => rational(a.n * b.d, a.d * b.n);
export const negate = (a) => rational(-a.n, a.d);
export const isInteger = (a) => a.d === 1n;
export const isLess = (a, b) => a.n * b.d < b.n * a.d;

export function floor({ n, d }) {
  const quotient = n / d;
  return rational(n % d < 0n ? quotient - 1n : quotient);
}

export const ceil = (a) => negate(floor(negate(a)));

/** Half away from zero, as people round. */
export function round(a, digits = 0) {
  const scale = rational(10n ** BigInt(digits));
  const half = rational(1n, 2n);
  const scaled = multiply(a.n < 0n ? negate(a) : a, scale);
  const rounded = divide(floor(add(scaled, half)), scale);
  return a.n < 0n ? negate(rounded) : rounded;
}

/** Remainder with the sign of the divisor. */
export const modulo = (a, b) => subtract(a, multiply(b, floor(divide(a, b))));

/** Undefined where the power is no rational number. */
export function power(base, exponent) {
  if (!isInteger(exponent)) return undefined;
  const times = absolute(exponent.n);
  const size = BigInt(Math.max(bitsOf(base.n), bitsOf(base.d)));
  const isUnit = base.d === 1n && absolute(base.n) <= 1n;
  if (!isUnit && size * times > BigInt(maxBits)) throw new TooLarge();
  const exact = isUnit ? times % 2n : times;
  const raised = { n: base.n ** (isUnit && times > 0n ? exact || 2n : exact), d: base.d ** exact };
  return exponent.n < 0n ? rational(raised.d, raised.n) : rational(raised.n, raised.d);
}

function rootOf(value) {
  if (value < 2n) return value;
  let guess = 1n << BigInt(Math.ceil(bitsOf(value) / 2) + 1);
  for (let next = (guess + value / guess) >> 1n; next < guess; next = (guess + value / guess) >> 1n) guess = next;
  return guess;
}

/** Undefined unless it is a square of a rational number. */
export function squareRoot({ n, d }) {
  if (n < 0n) return undefined;
  const root = { n: rootOf(n), d: rootOf(d) };
  return root.n * root.n === n && root.d * root.d === d ? root : undefined;
}

/** Decimal text: whole where the digits end, else rounded to so many significant ones. */
export function decimalText({ n, d }, digits) {
  let rest = d;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos += 1;
  for (; rest % 5n === 0n; rest /= 5n) fives += 1;
  const places = Math.max(twos, fives);
  const isWhole = rest === 1n && places <= 200;
  const size = absolute(n).toString().length - d.toString().length;
  const lead =
    absolute(n) * 10n ** BigInt(Math.max(0, -size)) >= d * 10n ** BigInt(Math.max(0, size)) ? size + 1 : size;
  const shown = isWhole ? places : Math.max(0, digits - lead);
  const scaled = (absolute(n) * 10n ** BigInt(shown) * 2n + d) / (d * 2n);
  const text = scaled.toString().padStart(shown + 1, '0');
  const whole = text.slice(0, text.length - shown);
  const sign = n < 0n && scaled !== 0n ? '-' : '';
  return { text: shown === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-shown)}`, isWhole };
}
