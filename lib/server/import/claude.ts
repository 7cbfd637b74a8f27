import 'server-only';
import { z } from 'zod';
import { codeSpan, fenced, linkTo, placeholder } from '../markdown-text';
import {
  type ConvertedConversation,
  type ConvertedPart,
  cleanContent,
  cleanTitle,
  fromIso,
  joinParts,
  modelRef,
} from './converted';
import { flattenTree, type SourceNode } from './tree';

const blockSchema = z.object({
  type: z.string(),
  text: z.string().nullish(),
  thinking: z.string().nullish(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
  content: z.unknown().optional(),
  citations: z.unknown().optional(),
});
type Block = z.infer<typeof blockSchema>;

const messageSchema = z.object({
  uuid: z.string().nullish(),
  parent_message_uuid: z.string().nullish(),
  sender: z.enum(['human', 'assistant']),
  text: z.string().nullish(),
  content: z.array(blockSchema).nullish(),
  created_at: z.string().nullish(),
  attachments: z
    .array(z.object({ file_name: z.string().nullish(), extracted_content: z.string().nullish() }))
    .nullish(),
  files: z.array(z.object({ file_name: z.string().nullish() })).nullish(),
});
type Message = z.infer<typeof messageSchema>;

/** What is used of a conversation in Claude's `conversations.json`; it may hold more. */
export const claudeSchema = z.object({
  uuid: z.string().nullish(),
  name: z.string().nullish(),
  model: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  current_leaf_message_uuid: z.string().nullish(),
  chat_messages: z.array(messageSchema),
});
type Conversation = z.infer<typeof claudeSchema>;

const citationsSchema = z.array(
  z.object({
    title: z.string().nullish(),
    url: z.string().nullish(),
    details: z.object({ url: z.string().nullish() }).nullish(),
  }),
);

function sourcesOf(citations: unknown): string | null {
  const cited = citationsSchema.safeParse(citations).data ?? [];
  const links = new Set(
    cited
      .slice(0, 200)
      .map(({ title, url, details }) => linkTo(url ?? details?.url ?? '', title))
      .filter((link) => link !== null),
  );
  return links.size === 0 ? null : `(${[...links].join(', ')})`;
}

const nested = z.array(
  z.object({ text: z.string().nullish(), title: z.string().nullish(), url: z.string().nullish() }),
);

/** What a tool gave: text, or a list whose parts have text or lead to pages. */
function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = nested.safeParse(content).data;
  if (parts === undefined) return content === undefined || content === null ? '' : JSON.stringify(content, null, 2);
  return joinParts(parts.map(({ text, title, url }) => text ?? joinParts([title, url])));
}

function showBlock(block: Block): string | null {
  switch (block.type) {
    case 'text':
      return joinParts([block.text, sourcesOf(block.citations)]);
    case 'voice_note':
      return joinParts([block.title ? `*${block.title.trim()}*` : null, block.text]);
    case 'tool_use':
      return joinParts([
        `Call of ${codeSpan(block.name)}:`,
        fenced(JSON.stringify(block.input ?? {}, null, 2), 'json'),
      ]);
    case 'tool_result': {
      const text = resultText(block.content);
      return text === '' ? null : joinParts([`Result of ${codeSpan(block.name)}:`, fenced(text)]);
    }
    default:
      return null;
  }
}

function attached({ attachments, files }: Message): string {
  const name = (given: string | null | undefined) => placeholder('File', given);
  const texts = (attachments ?? []).flatMap(({ file_name: file, extracted_content: text }) => [
    name(file),
    text ? fenced(text) : null,
  ]);
  const known = new Set((attachments ?? []).map((attachment) => attachment.file_name));
  const others = (files ?? []).filter((file) => !known.has(file.file_name));
  return joinParts([...texts, ...others.map((file) => name(file.file_name))]);
}

function convertMessage(message: Message, model: string | null): ConvertedPart | null {
  const blocks = message.content ?? [];
  const shown = joinParts(blocks.map(showBlock));
  const content = cleanContent(joinParts([shown === '' ? message.text : shown, attached(message)]));
  const thinking = cleanContent(joinParts(blocks.map((block) => (block.type === 'thinking' ? block.thinking : null))));
  const at = fromIso(message.created_at);
  if (message.sender === 'human') return content === '' ? null : { role: 'user', content, at };
  if (content === '' && thinking === '') return null;
  return {
    role: 'assistant',
    content,
    ...(thinking !== '' && { thinking }),
    model: modelRef('anthropic', model),
    at,
  };
}

export function convertClaude(conversation: Conversation): ConvertedConversation {
  const messages = conversation.chat_messages;
  const ids = messages.map((message, index) => message.uuid ?? `#${index}`);
  // Older exports are a plain list, newer ones a tree.
  const isTree = messages.some((message) => message.parent_message_uuid);
  const nodes: SourceNode[] = messages.map((message, index) => ({
    id: ids[index] ?? '',
    parentId: isTree ? (message.parent_message_uuid ?? null) : (ids[index - 1] ?? null),
    part: convertMessage(message, conversation.model ?? null),
  }));
  return {
    source: 'claude',
    sourceId: conversation.uuid ?? null,
    title: cleanTitle(conversation.name),
    createdAt: fromIso(conversation.created_at),
    updatedAt: fromIso(conversation.updated_at),
    ...flattenTree(nodes, { current: conversation.current_leaf_message_uuid ?? null, merge: false }),
  };
}
