/**
 * Runs inside the sandbox before the program: `console`, and how values are written out as text. What the program does to
 * the built-in objects later does not reach what is kept here; whatever it manages changes only its own output.
 */
export const prelude = `((print) => {
  'use strict';
  const { stringify } = JSON;
  const { isArray } = Array;
  const { keys, getPrototypeOf, getOwnPropertyDescriptor } = Object;
  const textOf = String;
  const limits = { depth: 6, items: 200, chars: 12000 };
  const slice = Function.prototype.call.bind(String.prototype.slice);
  const join = Function.prototype.call.bind(Array.prototype.join);
  const push = Function.prototype.call.bind(Array.prototype.push);
  const includes = Function.prototype.call.bind(Array.prototype.includes);
  const nameOf = (value) => {
    const constructor = getPrototypeOf(value) && getPrototypeOf(value).constructor;
    return typeof constructor === 'function' ? textOf(constructor.name) : '';
  };
  const isInstance = (value, type) => { try { return value instanceof type; } catch { return false; } };
  const types = { Error, Map, Set, Date, RegExp, Promise };
  const lineOf = (stack) => {
    const found = typeof stack === 'string' ? /program\\.js:(\\d+)/.exec(stack) : null;
    return found ? ' (line ' + found[1] + ')' : '';
  };
  const list = (values, inner) => {
    const shown = [];
    let count = 0;
    for (const value of values) {
      count += 1;
      if (count > limits.items) { push(shown, '…'); break; }
      push(shown, inner(value));
    }
    return join(shown, ', ');
  };
  const fields = (value, inner) => list(keys(value), (key) => {
    const found = getOwnPropertyDescriptor(value, key);
    const text = found && 'value' in found ? inner(found.value) : '[getter]';
    return (/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : stringify(key)) + ': ' + text;
  });
  const showObject = (value, seen) => {
    if (includes(seen, value)) return '[circular]';
    if (seen.length > limits.depth) return isArray(value) ? '[…]' : '{…}';
    const inner = (part) => show(part, [...seen, value]);
    if (isArray(value)) return '[' + list(value, inner) + ']';
    if (isInstance(value, types.Error)) return textOf(value.name) + ': ' + textOf(value.message) + lineOf(value.stack);
    if (isInstance(value, types.Date)) return isNaN(value) ? 'Invalid Date' : value.toISOString();
    if (isInstance(value, types.RegExp)) return textOf(value);
    if (isInstance(value, types.Promise)) return 'Promise';
    if (isInstance(value, types.Map)) return 'Map {' + list(value, ([key, part]) => inner(key) + ' => ' + inner(part)) + '}';
    if (isInstance(value, types.Set)) return 'Set {' + list(value, inner) + '}';
    const name = nameOf(value);
    return (name === 'Object' || name === '' ? '' : name + ' ') + '{' + fields(value, inner) + '}';
  };
  const show = (value, seen) => {
    if (typeof value === 'string') return seen.length === 0 ? value : stringify(value);
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value === 'function') return '[function ' + textOf(value.name) + ']';
    if (typeof value !== 'object' || value === null) return textOf(value);
    return showObject(value, seen);
  };
  const write = (value) => {
    try { return slice(show(value, []), 0, limits.chars); } catch { return '[cannot be shown]'; }
  };
  const printer = (level) => (...values) => {
    const texts = [];
    for (const value of values) push(texts, write(value));
    print(level, slice(join(texts, ' '), 0, limits.chars));
  };
  globalThis.console = { log: printer('log'), info: printer('log'), debug: printer('log'), warn: printer('warn'), error: printer('error') };
  return write;
})`;
