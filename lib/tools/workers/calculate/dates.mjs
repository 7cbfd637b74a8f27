const dayMs = 86_400_000;
const fixedUnits = { second: 1000, minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs };
const calendarUnits = { month: 1, year: 12 };
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/;
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59);
const firstMs = Date.UTC(1000, 0, 1);

function parse(value) {
  const match = typeof value === 'string' ? pattern.exec(value.trim()) : null;
  if (!match) throw new Error('a date is written "2026-03-31" or "2026-03-31T14:30"');
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => (part ? Number(part) : 0));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isReal) throw new Error(`there is no such date: ${match[0]}`);
  return { date, hasTime: match[4] !== undefined };
}

function unitOf(value) {
  const unit = String(value).toLowerCase().replace(/s$/, '');
  if (Object.hasOwn(fixedUnits, unit) || Object.hasOwn(calendarUnits, unit)) return unit;
  throw new Error('a unit of time is one of seconds, minutes, hours, days, weeks, months, years');
}

function textOf(date, hasTime) {
  if (!(date.getTime() >= firstMs && date.getTime() <= lastMs)) throw new Error('the date is out of range');
  return hasTime ? date.toISOString().slice(0, 19) : date.toISOString().slice(0, 10);
}

/** The same day of a later month, or its last day where there is no such day. */
function addMonths(date, months) {
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return new Date(first.getTime() + (((date.getTime() % dayMs) + dayMs) % dayMs));
}

function addTo(value, amount, unitName = 'days') {
  const { date, hasTime } = parse(value);
  const unit = unitOf(unitName);
  const count = Number(amount);
  if (!Number.isInteger(count) || Math.abs(count) > 1e12) throw new Error('a whole number of units can be added');
  const fixed = fixedUnits[unit];
  const moved = fixed ? new Date(date.getTime() + count * fixed) : addMonths(date, count * calendarUnits[unit]);
  return textOf(moved, hasTime || (fixed !== undefined && fixed < dayMs));
}

/** Whole months between two dates, counted the way birthdays are. */
function monthsBetween(from, to) {
  if (to < from) return -monthsBetween(to, from);
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(from, months) > to ? months - 1 : months;
}

export function createDateFunctions(today, toNumber) {
  const difference = (fromText, toText, unitName = 'days') => {
    const [from, to, unit] = [parse(fromText).date, parse(toText).date, unitOf(unitName)];
    const fixed = fixedUnits[unit];
    if (fixed) return toNumber(to.getTime() - from.getTime()).div(fixed);
    return toNumber(Math.trunc(monthsBetween(from, to) / calendarUnits[unit]));
  };
  return {
    today: () => today,
    date_add: addTo,
    date_diff: difference,
    weekday: (value) => weekdays[parse(value).date.getUTCDay()],
  };
}
