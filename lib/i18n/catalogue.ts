import type { en } from './en';

/** The shape every language must fill: the English catalogue with its texts widened to strings. */
type Widen<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };

export type Catalogue = Widen<typeof en>;

/** One area of the catalogue, for a translation that lives in a file of its own. */
export type CatalogueArea<K extends keyof Catalogue> = Catalogue[K];

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A dotted path to one text: `settings.providers.title`. */
export type MessageKey = Paths<typeof en>;

type TextAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? TextAt<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

type NameOf<Slot extends string> = Slot extends `${infer Name}|${string}` ? Name : Slot;

type Slots<Text> = Text extends `${string}{${infer Slot}}${infer Rest}` ? NameOf<Slot> | Slots<Rest> : never;

/** What a text needs: `{name}` takes a value, `{count|step|steps}` chooses by `count`. */
export type MessageValues<K extends MessageKey> = { readonly [Name in Slots<TextAt<typeof en, K>>]: string | number };

/** Keys of texts that need no values. */
export type PlainMessageKey = { [K in MessageKey]: [keyof MessageValues<K>] extends [never] ? K : never }[MessageKey];
