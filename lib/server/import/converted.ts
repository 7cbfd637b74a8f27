import 'server-only';
import type { MetonaModelRef } from '@/lib/ir';

/** Whose export it is. */
export type ImportSource = 'chatgpt' | 'claude' | 'librechat' | 'metona';

/** Why one conversation of a file was not taken in; the others are. */
export const importFlaws = [
  'broken',
  'not_a_conversation',
  'wrong_shape',
  'empty',
  'loop',
  'too_large',
  'too_many_messages',
  'message_too_long',
  'not_saved',
] as const;
export type ImportFlaw = (typeof importFlaws)[number];

/** A message as another product kept it; `at` is Unix ms. */
export interface ConvertedPart {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly thinking?: string | undefined;
  readonly model?: MetonaModelRef | null | undefined;
  readonly at: number | null;
}

export interface ConvertedMessage extends ConvertedPart {
  /** Place of the message it follows, which comes earlier; null for a beginning. */
  readonly parent: number | null;
}

export interface ConvertedConversation {
  readonly source: ImportSource;
  readonly sourceId: string | null;
  readonly title: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly messages: readonly ConvertedMessage[];
  /** Place of the message that ends the branch in use. */
  readonly head: number;
}

export class CannotImport extends Error {
  readonly flaw: ImportFlaw;
  readonly detail: string | null;

  constructor(flaw: ImportFlaw, detail: string | null = null) {
    super(detail === null ? flaw : `${flaw}: ${detail}`);
    this.name = 'CannotImport';
    this.flaw = flaw;
    this.detail = detail;
  }
}

const maxTitleCharacters = 200;
export const maxMessageCharacters = 4_000_000;
export const maxMessages = 50_000;

/** Text as a database can hold it. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

export function cleanContent(text: string): string {
  if (text.length > maxMessageCharacters) throw new CannotImport('message_too_long');
  return storable(text).trim();
}

export function cleanTitle(title: string | null | undefined): string | null {
  const line = storable((title ?? '').slice(0, 10_000))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const short = [...line].slice(0, maxTitleCharacters).join('').trim();
  // Counted in UTF-16 where it is checked again.
  const title16 = short.length > maxTitleCharacters ? short.slice(0, maxTitleCharacters).toWellFormed() : short;
  return title16 === '' ? null : title16;
}

/** An id of another product as a text of bounded length. */
export const cleanId = (id: string): string => storable(id.slice(0, 200));

export const modelRef = (provider: string, model: string | null | undefined): MetonaModelRef | null =>
  model ? { provider: cleanId(provider), model: cleanId(model) } : null;

const endOfTime = 253_402_300_799_999;
const possible = (at: number): number | null => (at > 0 && at <= endOfTime ? Math.round(at) : null);

/** Seconds since 1970, as ChatGPT counts. */
export const fromSeconds = (seconds: number | null | undefined): number | null =>
  typeof seconds === 'number' ? possible(seconds * 1000) : null;

export const fromIso = (text: string | null | undefined): number | null => (text ? possible(Date.parse(text)) : null);

/** Parts of one message, with an empty line between them. */
export const joinParts = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part.trim() !== '').join('\n\n');
