import { commonKind, isMissing, kindOf, numberOf } from './values.mjs';

const limits = { distinct: 5000, sample: 10_000, top: 5, valueChars: 80 };

/** Gathers what is known of a column while its cells go by; room and time do not grow with the rows. */
export function createColumn(name) {
  const state = {
    name,
    present: 0,
    missing: 0,
    kinds: new Set(),
    values: new Map(),
    isDistinctCut: false,
    numbers: { count: 0, mean: 0, squares: 0, min: Infinity, max: -Infinity, sum: 0, sample: [], seed: 1 },
    dates: { min: null, max: null },
  };
  return { add: (cell) => addCell(state, cell), finish: () => finish(state) };
}

function addCell(state, cell) {
  if (cell === undefined || isMissing(cell)) {
    state.missing += 1;
    return;
  }
  state.present += 1;
  const kind = kindOf(cell);
  state.kinds.add(kind);
  countValue(state, cell.slice(0, limits.valueChars));
  if (kind === 'integer' || kind === 'number') addNumber(state.numbers, numberOf(cell));
  if (kind === 'date') addDate(state.dates, cell.trim());
}

function countValue(state, value) {
  const count = state.values.get(value);
  if (count !== undefined) state.values.set(value, count + 1);
  else if (state.values.size < limits.distinct) state.values.set(value, 1);
  else state.isDistinctCut = true;
}

/** Mean and deviation as Welford adds them up; quartiles from an even sample of the values. */
function addNumber(numbers, value) {
  numbers.count += 1;
  const off = value - numbers.mean;
  numbers.mean += off / numbers.count;
  numbers.squares += off * (value - numbers.mean);
  numbers.sum += value;
  numbers.min = Math.min(numbers.min, value);
  numbers.max = Math.max(numbers.max, value);
  if (numbers.sample.length < limits.sample) {
    numbers.sample.push(value);
    return;
  }
  // The same file always gives the same sample.
  numbers.seed = (numbers.seed * 48_271) % 2_147_483_647;
  const at = numbers.seed % numbers.count;
  if (at < limits.sample) numbers.sample[at] = value;
}

function addDate(dates, text) {
  if (dates.min === null || text < dates.min) dates.min = text;
  if (dates.max === null || text > dates.max) dates.max = text;
}

function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

const tidy = (value) => (Number.isFinite(value) ? Number(value.toPrecision(12)) : null);

function numericStatistics({ count, mean, squares, min, max, sum, sample }) {
  const sorted = sample.toSorted((left, right) => left - right);
  return {
    count,
    sum: tidy(sum),
    mean: tidy(mean),
    sd: count > 1 ? tidy(Math.sqrt(squares / (count - 1))) : null,
    min,
    q1: tidy(quantile(sorted, 0.25)),
    median: tidy(quantile(sorted, 0.5)),
    q3: tidy(quantile(sorted, 0.75)),
    max,
    ...(count > limits.sample && { quartiles_are_approximate: true }),
  };
}

function finish(state) {
  const type = commonKind(state.kinds);
  const isNumeric = type === 'integer' || type === 'number';
  const ranked = [...state.values].toSorted((left, right) => right[1] - left[1]).slice(0, limits.top);
  const isTelling = (ranked[0]?.[1] ?? 0) > 1;
  return {
    name: state.name,
    type,
    missing: state.missing,
    distinct: state.values.size,
    ...(state.isDistinctCut && { distinct_is_at_least: true }),
    ...(isNumeric && { statistics: numericStatistics(state.numbers) }),
    ...(type === 'date' && { range: state.dates }),
    ...(isTelling && { top: ranked.map(([value, count]) => ({ value, count })) }),
  };
}
