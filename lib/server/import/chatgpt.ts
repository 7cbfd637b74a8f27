import 'server-only';
import { z } from 'zod';
import { codeSpan, fenced, placeholder, quoted } from '../markdown-text';
import { contentSchema, readContent, resolveCitations } from './chatgpt-text';
import {
  type ConvertedConversation,
  type ConvertedPart,
  cleanContent,
  cleanTitle,
  fromSeconds,
  joinParts,
  modelRef,
} from './converted';
import { flattenTree, type SourceNode } from './tree';

const seconds = z.number().nullish();
const messageSchema = z.object({
  author: z.object({ role: z.string(), name: z.string().nullish() }),
  create_time: seconds,
  content: contentSchema.nullish(),
  recipient: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type Message = z.infer<typeof messageSchema>;

const nodeSchema = z.object({ message: messageSchema.nullish(), parent: z.string().nullish() });

/** What is used of a conversation in ChatGPT's `conversations.json`; it may hold more. */
export const chatGptSchema = z.object({
  id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  title: z.string().nullish(),
  create_time: seconds,
  update_time: seconds,
  current_node: z.string().nullish(),
  default_model_slug: z.string().nullish(),
  mapping: z.record(z.string(), nodeSchema.nullable()),
});
type Conversation = z.infer<typeof chatGptSchema>;

const attachmentsSchema = z.array(z.object({ name: z.string() }));

const namesOf = (attachments: unknown): string =>
  joinParts((attachmentsSchema.safeParse(attachments).data ?? []).map(({ name }) => placeholder('File', name)));

/** Calls and what they gave are kept as text: nobody here could run them again. */
function shownBy({ author, recipient }: Message, text: string): string {
  if (text === '') return '';
  const whole = text.startsWith('```') ? text : fenced(text);
  if (author.role === 'tool') return joinParts([`Result of ${codeSpan(author.name ?? 'tool')}:`, whole]);
  const isCall = author.role === 'assistant' && recipient && recipient !== 'all';
  return isCall ? joinParts([`Call of ${codeSpan(recipient)}:`, whole]) : text;
}

function convertMessage(message: Message, defaultModel: string | null): ConvertedPart | null {
  const { author, content, metadata } = message;
  const about = metadata ?? {};
  if (!content || about.is_visually_hidden_from_conversation === true) return null;
  const read = readContent(content);
  if (read === null) return null;
  const isPicture = author.role === 'tool' && content.content_type === 'multimodal_text';
  const text = resolveCitations(read.shown, about).trim();
  const at = fromSeconds(message.create_time);
  if (author.role === 'user' || author.role === 'system') {
    const shown = author.role === 'user' ? joinParts([text, namesOf(about.attachments)]) : text && quoted(text);
    return shown === '' ? null : { role: 'user', content: cleanContent(shown), at };
  }
  if (author.role !== 'assistant' && author.role !== 'tool') return null;
  const model = typeof about.model_slug === 'string' ? about.model_slug : defaultModel;
  const thinking = cleanContent(read.thinking ?? '');
  const shown = cleanContent(isPicture ? text : shownBy(message, text));
  if (shown === '' && thinking === '') return null;
  return {
    role: 'assistant',
    content: shown,
    ...(thinking !== '' && { thinking }),
    model: modelRef('openai', model),
    at,
  };
}

export function convertChatGpt(conversation: Conversation): ConvertedConversation {
  const model = conversation.default_model_slug ?? null;
  const nodes: SourceNode[] = Object.entries(conversation.mapping).flatMap(([id, node]) =>
    node === null
      ? []
      : [{ id, parentId: node.parent ?? null, part: node.message ? convertMessage(node.message, model) : null }],
  );
  return {
    source: 'chatgpt',
    sourceId: conversation.conversation_id ?? conversation.id ?? null,
    title: cleanTitle(conversation.title),
    createdAt: fromSeconds(conversation.create_time),
    updatedAt: fromSeconds(conversation.update_time),
    ...flattenTree(nodes, { current: conversation.current_node ?? null, merge: true }),
  };
}
