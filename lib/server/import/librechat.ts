import 'server-only';
import { z } from 'zod';
import { codeSpan, fenced, placeholder } from '../markdown-text';
import {
  CannotImport,
  type ConvertedConversation,
  type ConvertedPart,
  cleanContent,
  cleanTitle,
  fromIso,
  joinParts,
  maxMessages,
  modelRef,
} from './converted';
import { flattenTree, type SourceNode } from './tree';

const textValue = z.union([z.string(), z.object({ value: z.string().nullish() })]).nullish();
const blockSchema = z.object({
  type: z.string(),
  text: textValue,
  think: textValue,
  error: z.string().nullish(),
  tool_call: z
    .object({
      name: z.string().nullish(),
      args: z.unknown().optional(),
      output: z.string().nullish(),
      function: z
        .object({ name: z.string().nullish(), arguments: z.unknown().optional(), output: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
});
type Block = z.infer<typeof blockSchema>;

const messageSchema = z.object({
  messageId: z.string().nullish(),
  parentMessageId: z.string().nullish(),
  isCreatedByUser: z.boolean().nullish(),
  sender: z.string().nullish(),
  text: z.string().nullish(),
  content: z.union([z.string(), z.array(blockSchema)]).nullish(),
  model: z.string().nullish(),
  endpoint: z.string().nullish(),
  createdAt: z.string().nullish(),
  files: z.array(z.object({ filename: z.string().nullish() })).nullish(),
  // Looked at one by one: a long conversation is a deep tree.
  children: z.array(z.unknown()).nullish(),
});
type Message = z.infer<typeof messageSchema>;

/** What is used of a conversation that LibreChat exports; it may hold more. */
export const libreChatSchema = z.object({
  conversationId: z.string().nullish(),
  title: z.string().nullish(),
  endpoint: z.string().nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  recursive: z.boolean().nullish(),
  options: z.object({ model: z.string().nullish(), endpoint: z.string().nullish() }).nullish(),
  messages: z.array(z.unknown()).nullish(),
  messagesTree: z.array(z.unknown()).nullish(),
});
type Conversation = z.infer<typeof libreChatSchema>;

const blockText = (text: Block['text']): string => (typeof text === 'string' ? text : (text?.value ?? ''));

function showCall(call: NonNullable<Block['tool_call']>): string {
  const name = call.name ?? call.function?.name;
  const args = call.args ?? call.function?.arguments ?? {};
  const output = call.output ?? call.function?.output;
  return joinParts([
    `Call of ${codeSpan(name)}:`,
    fenced(typeof args === 'string' ? args : JSON.stringify(args, null, 2), 'json'),
    output ? joinParts([`Result of ${codeSpan(name)}:`, fenced(output)]) : null,
  ]);
}

function showBlock(block: Block): string | null {
  if (block.type === 'text') return blockText(block.text);
  if (block.type === 'error') return block.error ?? blockText(block.text);
  if (block.type === 'tool_call' && block.tool_call) return showCall(block.tool_call);
  return block.type.startsWith('image') ? placeholder('Image', null) : null;
}

/** Before parts existed, thinking stood before the text. */
function splitThinking(text: string): { thinking: string; shown: string } {
  const open = ':::thinking';
  const start = text.trimStart();
  const end = start.startsWith(open) ? start.indexOf('\n:::', open.length) : -1;
  if (end < 0) return { thinking: '', shown: text };
  return { thinking: start.slice(open.length, end), shown: start.slice(end + 4) };
}

function contentOf(message: Message): { thinking: string; shown: string } {
  const { content, text } = message;
  if (!Array.isArray(content) || content.length === 0)
    return splitThinking(text || (typeof content === 'string' ? content : ''));
  const thinking = joinParts(content.map((block) => (block.type === 'think' ? blockText(block.think) : null)));
  return { thinking, shown: joinParts(content.map(showBlock)) || (text ?? '') };
}

const providers = new Map([
  ['openai', 'openai'],
  ['azureopenai', 'openai'],
  ['assistants', 'openai'],
  ['anthropic', 'anthropic'],
  ['google', 'google'],
]);
const providerOf = (endpoint: string | null | undefined): string => {
  const name = (endpoint ?? 'librechat').toLowerCase().slice(0, 60);
  return providers.get(name) ?? name;
};

function convertMessage(message: Message, conversation: Conversation): ConvertedPart | null {
  const { thinking: thought, shown } = contentOf(message);
  const names = (message.files ?? []).map((file) => placeholder('File', file.filename));
  const content = cleanContent(joinParts([shown, ...names]));
  const at = fromIso(message.createdAt);
  if (message.isCreatedByUser ?? message.sender === 'User')
    return content === '' ? null : { role: 'user', content, at };
  const thinking = cleanContent(thought);
  if (content === '' && thinking === '') return null;
  const model = message.model ?? conversation.options?.model;
  const provider = providerOf(message.endpoint ?? conversation.endpoint ?? conversation.options?.endpoint);
  return {
    role: 'assistant',
    content,
    ...(thinking !== '' && { thinking }),
    model: modelRef(provider, model),
    at,
  };
}

function parseMessage(value: unknown): Message {
  const parsed = messageSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CannotImport('wrong_shape', `messages.${issue?.path.map(String).join('.') ?? ''}`);
}

/** All messages with whom they follow, whether the file nests them or names their parents. */
function collectNodes(conversation: Conversation): SourceNode[] {
  const nodes: SourceNode[] = [];
  const given = conversation.messagesTree ?? conversation.messages ?? [];
  const isNested = conversation.recursive === true || conversation.messagesTree !== undefined;
  const waiting = given.toReversed().map((value) => ({ value, above: null as string | null }));
  let previous: string | null = null;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (nodes.length > maxMessages) throw new CannotImport('too_many_messages');
    if (next.value === null) continue;
    const message = parseMessage(next.value);
    const id = message.messageId ?? `#${nodes.length}`;
    const named = message.parentMessageId === undefined ? previous : (message.parentMessageId ?? null);
    const parentId = isNested ? next.above : named;
    nodes.push({ id, parentId, part: convertMessage(message, conversation) });
    previous = id;
    for (const value of (message.children ?? []).toReversed()) waiting.push({ value, above: id });
  }
  return nodes;
}

export function convertLibreChat(conversation: Conversation): ConvertedConversation {
  const nodes = collectNodes(conversation);
  return {
    source: 'librechat',
    sourceId: conversation.conversationId ?? null,
    title: cleanTitle(conversation.title),
    createdAt: fromIso(conversation.createdAt),
    updatedAt: fromIso(conversation.updatedAt),
    ...flattenTree(nodes, { current: null, merge: false }),
  };
}
