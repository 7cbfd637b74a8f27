import { MetonaFailure } from '@/lib/ir';
import { parseTemplate, type TemplatePart } from './template';

export type ArgumentValue = string | number | boolean | readonly (string | number | boolean)[];
export type Arguments = Readonly<Record<string, ArgumentValue | undefined>>;
export type Secrets = Readonly<Record<string, string>>;

/** An address in a manifest: everything up to the path stands fast. */
export interface AddressTemplate {
  readonly origin: string;
  /** With the port where it is not the usual one. */
  readonly host: string;
  readonly path: readonly TemplatePart[];
}

const maxAddressChars = 8_000;
const refuse = (message: string) => new MetonaFailure({ code: 'invalid_request', message, retryable: false });

/** Percent-encoded down to letters, digits and `-_.~`: nothing that separates anything is left. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const filled = (path: readonly TemplatePart[]) => path.map((part) => (part.kind === 'text' ? part.text : 'x')).join('');

/**
 * Reads `https://host/path/{name}`. Null when it is anything else, and when a browser would read it differently from how
 * it is written: another host, a user name, a path that goes up.
 */
export function parseAddress(text: string): AddressTemplate | null {
  const found = /^(?<origin>https?:\/\/[a-z0-9.:[\]-]+)(?<path>\/[\x21-\x7e]*)?$/i.exec(text);
  if (!found?.groups || /[?#\\<>"^`|]/.test(text) || !URL.canParse(found.groups.origin ?? '')) return null;
  const url = new URL(found.groups.origin ?? '');
  if (url.origin !== found.groups.origin?.toLowerCase() || url.hostname.endsWith('.')) return null;
  const path = parseTemplate(found.groups.path ?? '/');
  if (path === null || new URL(url.origin + filled(path)).pathname !== filled(path)) return null;
  return { origin: url.origin, host: url.host, path };
}

const textOf = (value: ArgumentValue) => (Array.isArray(value) ? value.join(',') : String(value));

function textFor(part: TemplatePart, args: Arguments, secrets: Secrets): string | undefined {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'secret') return Object.hasOwn(secrets, part.name) ? secrets[part.name] : undefined;
  const value = Object.hasOwn(args, part.name) ? args[part.name] : undefined;
  return value === undefined ? undefined : textOf(value);
}

/** Null when something it needs is not given. */
function fill(parts: readonly TemplatePart[], args: Arguments, secrets: Secrets): string | null {
  const texts = parts.map((part) => textFor(part, args, secrets));
  return texts.includes(undefined) ? null : texts.join('');
}

function pathOf(parts: readonly TemplatePart[], args: Arguments, secrets: Secrets): string {
  return parts
    .map((part) => {
      const text = textFor(part, args, secrets);
      if (text === undefined || text === '')
        throw refuse(`${part.kind === 'text' ? 'path' : part.name}: must not be empty`);
      return part.kind === 'text' ? text : encode(text);
    })
    .join('');
}

function queryOf(query: Readonly<Record<string, string>>, args: Arguments, secrets: Secrets): string {
  const pairs = Object.entries(query).flatMap(([name, template]) => {
    const text = fill(parseTemplate(template) ?? [], args, secrets);
    return text === null ? [] : [`${encode(name)}=${encode(text)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/**
 * The address of one call. What a model gives becomes part of one path segment or of one value of the query and can
 * become nothing else: the finished address is read again, and must be what was put together.
 */
export function buildAddress(
  address: AddressTemplate,
  query: Readonly<Record<string, string>>,
  of: { args: Arguments; secrets: Secrets },
): string {
  const path = pathOf(address.path, of.args, of.secrets);
  const search = queryOf(query, of.args, of.secrets);
  const whole = address.origin + path + search;
  if (whole.length > maxAddressChars) throw refuse('The address of this call would be too long.');
  const url = new URL(whole);
  const isSame = url.origin === address.origin && url.pathname === path && url.search === search && url.hash === '';
  if (!isSame) throw refuse('A value would change the path of the address: "." and ".." are no names.');
  return whole;
}

const printable = /^[\x20-\x7e]*$/;

/** The headers of one call; one whose secret is not given is left out. Nothing in them comes from a model. */
export function buildHeaders(headers: Readonly<Record<string, string>>, secrets: Secrets): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, template]) => {
    const text = fill(parseTemplate(template) ?? [], {}, secrets);
    if (text === null) return [];
    if (!printable.test(text)) throw refuse('A stored key holds characters that no header may have. Enter it again.');
    return [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

export function buildBody(kind: 'json' | 'form', names: readonly string[], args: Arguments): string {
  const given = names.flatMap((name) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  if (kind === 'json') return JSON.stringify(Object.fromEntries(given));
  return new URLSearchParams(given.map(([name, value]) => [name, textOf(value)])).toString();
}
