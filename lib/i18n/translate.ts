import type { MessageKey, MessageValues } from './catalogue';
import type { Texts } from './first-texts';
import type { Locale } from './locale';

type Arguments<K extends MessageKey> = [keyof MessageValues<K>] extends [never] ? [] : [values: MessageValues<K>];

/** Looks a text up and fills it in; which values it needs is known from the English text, at compile time. */
export type Translate = <K extends MessageKey>(key: K, ...values: Arguments<K>) => string;

const slot = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

function findText(catalogue: Texts, key: string): string {
  let node: unknown = catalogue;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null) return key;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : key;
}

/** Fills `{name}` and chooses `{count|one|other}`; a value that is missing leaves its slot visible. */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number>>,
  showNumber: (value: number) => string = String,
): string {
  return text.replace(slot, (whole, ...groups: (string | undefined)[]) => {
    const [name = '', one, other] = groups;
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined || other === undefined) return typeof value === 'number' ? showNumber(value) : value;
    return value === 1 ? one : other;
  });
}

/** Numbers in a text are written as its language writes them. */
export function createTranslate(catalogue: Texts, locale: Locale = 'en'): Translate {
  const { format } = new Intl.NumberFormat(locale);
  return (key, ...[values]) => interpolate(findText(catalogue, key), values ?? {}, format);
}
