import 'server-only';
import type { z } from 'zod';
import { chatGptSchema, convertChatGpt } from './chatgpt';
import { claudeSchema, convertClaude } from './claude';
import { CannotImport, type ConvertedConversation, cleanTitle } from './converted';
import { convertLibreChat, libreChatSchema } from './librechat';

export const ownFormat = 'metona.session';

/** Ours is a file that is checked where it is read. */
export type Recognised = { readonly own: unknown } | { readonly conversation: ConvertedConversation };

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new CannotImport('wrong_shape', path.slice(0, 200));
}

/** Whose conversation it is, told by the fields that only that product has. */
export function recognise(value: unknown): Recognised {
  if (!isRecord(value)) throw new CannotImport('not_a_conversation');
  if (value.format === ownFormat) return { own: value };
  if ('mapping' in value) return { conversation: convertChatGpt(checked(chatGptSchema, value)) };
  if ('chat_messages' in value) return { conversation: convertClaude(checked(claudeSchema, value)) };
  const isLibreChat = 'messagesTree' in value || ('messages' in value && 'conversationId' in value);
  if (isLibreChat) return { conversation: convertLibreChat(checked(libreChatSchema, value)) };
  throw new CannotImport('not_a_conversation');
}

/** The title of something that could not be taken in, as far as it has one. */
export function titleOf(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const session = isRecord(value.session) ? value.session : {};
  const title = [value.title, value.name, session.title].find((text) => typeof text === 'string');
  return typeof title === 'string' ? cleanTitle(title) : null;
}
