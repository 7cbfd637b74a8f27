import 'server-only';
import { type MetonaMessage, withoutSourceLinks } from '@/lib/ir';
import { codeSpan, fenced } from './markdown-text';
import { isoOf } from './session-view';

const headings: Record<MetonaMessage['role'], string> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

function headingOf({ role, answeredBy, toolResult }: MetonaMessage): string {
  if (toolResult) return `${headings.tool}: ${codeSpan(toolResult.toolName)}`;
  return answeredBy ? `${headings[role]} (${codeSpan(answeredBy.model)})` : headings[role];
}

export interface MarkdownOptions {
  /** What the model thought, folded. */
  readonly withThinking: boolean;
}

function toMarkdown(message: MetonaMessage, { withThinking }: MarkdownOptions): string {
  const parts = [`## ${headingOf(message)}`, `*${isoOf(message.timestamp)}*`];
  if (withThinking && message.reasoningContent)
    parts.push(`<details><summary>Thinking</summary>\n\n${fenced(message.reasoningContent)}\n\n</details>`);
  const content = withoutSourceLinks(message.content);
  if (content !== '') parts.push(message.role === 'tool' ? fenced(content) : content);
  for (const image of message.images ?? []) {
    parts.push(image.url.startsWith('data:') ? '*[Image]*' : `![](${encodeURI(image.url)})`);
  }
  for (const call of message.toolCalls ?? []) {
    parts.push(`Tool call ${codeSpan(call.name)}`, fenced(JSON.stringify(call.args, null, 2), 'json'));
  }
  return parts.join('\n\n');
}

/** One branch of a conversation to read. */
export function sessionMarkdown(
  title: string | null,
  path: readonly MetonaMessage[],
  options: MarkdownOptions,
): string {
  const heading = `# ${(title ?? 'Conversation').replace(/\s+/g, ' ')}`;
  return `${[heading, ...path.map((message) => toMarkdown(message, options))].join('\n\n')}\n`;
}
