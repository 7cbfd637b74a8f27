import 'server-only';
import { z } from 'zod';
import type { ShareInclude } from '@/lib/db/share-store';
import { type MetonaStoredMessage, type MetonaToolResult, withoutSourceLinks } from '@/lib/ir';
import { cleanValue } from './clean-value';
import { isoOf } from './session-view';
import { noShareFiles, type ShareFiles, sharedFileSchema } from './share-files';

const sharedToolSchema = z.strictObject({
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  success: z.boolean().nullable(),
  result: z.string(),
  /** The result itself, of tools whose results are shown as more than a text and name nothing by an id. */
  data: z.unknown().optional(),
});

const sharedImageSchema = z.strictObject({ kind: z.literal('image'), url: z.string() });

export const sharedMessageSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  created_at: z.iso.datetime(),
  thinking: z.string().optional(),
  tools: z.array(sharedToolSchema).optional(),
  files: z.array(z.discriminatedUnion('kind', [sharedImageSchema, sharedFileSchema])).optional(),
});
export type SharedMessage = z.infer<typeof sharedMessageSchema>;

export const publicShareSchema = z.strictObject({
  title: z.string(),
  language: z.string(),
  published_at: z.iso.datetime(),
  messages: z.array(sharedMessageSchema),
});
export type PublicShare = z.infer<typeof publicShareSchema>;

function resultText(result: MetonaToolResult | undefined): string {
  if (result === undefined) return '';
  if (!result.success) return result.error ?? '';
  return result.summary ?? JSON.stringify(result.result) ?? '';
}

/** Tools whose results have a look of their own and hold no ids of what the user keeps. */
const shownAsData: ReadonlySet<string> = new Set([
  'analyze_csv',
  'fetch_url',
  'query_data',
  'run_code',
  'web_search',
  'write_file',
]);
const mostDataChars = 60_000;

/** The ids by which tools name what the user keeps lead nowhere for others. */
const forStrangers = (text: string) => withoutSourceLinks(text).replace(/\b([a-z]{1,10})_[A-Za-z0-9]{22}\b/g, '$1_…');

function dataOf({ toolName, result, success }: MetonaToolResult): unknown {
  if (!success || !shownAsData.has(toolName) || typeof result !== 'object' || result === null) return undefined;
  return JSON.stringify(result).length > mostDataChars ? undefined : cleanValue(result, forStrangers);
}

function toolsOf(message: MetonaStoredMessage, results: ReadonlyMap<string, MetonaToolResult>) {
  return (message.toolCalls ?? []).map((call) => {
    const result = results.get(call.id);
    const data = result && dataOf(result);
    return {
      name: call.name,
      args: cleanValue(call.args, forStrangers) as Record<string, unknown>,
      success: result?.success ?? null,
      result: forStrangers(resultText(result)),
      ...(data !== undefined && { data }),
    };
  });
}

/**
 * What a share shows, field by field from an empty object: role, text and time, and what the sharer switched on. Every
 * other field of a message, whatever is added to it later, stays out. Citations keep their numbers and lead nowhere.
 */
export function toSnapshot(
  path: readonly MetonaStoredMessage[],
  include: ShareInclude,
  { byMessage }: Pick<ShareFiles, 'byMessage'> = noShareFiles,
): SharedMessage[] {
  const results = new Map(
    path.flatMap(({ toolResult }) => (toolResult ? [[toolResult.toolCallId, toolResult] as const] : [])),
  );
  return path.flatMap((message): SharedMessage[] => {
    if ((message.role !== 'user' && message.role !== 'assistant') || message.status === 'summary') return [];
    const tools = include.tools ? toolsOf(message, results) : [];
    const images = (message.images ?? []).map(({ url }) => ({ kind: 'image' as const, url }));
    const files = include.files ? [...images, ...(byMessage.get(message.id) ?? [])] : [];
    const thinking = include.thinking ? withoutSourceLinks(message.reasoningContent ?? '') : '';
    if (message.content === '' && tools.length + files.length + thinking.length === 0) return [];
    return [
      {
        role: message.role,
        content: withoutSourceLinks(message.content),
        created_at: isoOf(message.timestamp),
        ...(thinking !== '' && { thinking }),
        ...(tools.length > 0 && { tools }),
        ...(files.length > 0 && { files }),
      },
    ];
  });
}

/** The same messages with every text changed by `clean`. */
export function cleanSnapshot(messages: readonly SharedMessage[], clean: (text: string) => string): SharedMessage[] {
  return messages.map((message) => ({
    ...message,
    content: clean(message.content),
    ...(message.thinking !== undefined && { thinking: clean(message.thinking) }),
    ...(message.tools && {
      tools: message.tools.map((tool) => ({
        ...tool,
        args: cleanValue(tool.args, clean) as Record<string, unknown>,
        result: clean(tool.result),
        ...(tool.data !== undefined && { data: cleanValue(tool.data, clean) }),
      })),
    }),
  }));
}

/** The language a page about these messages should speak. */
export function guessLanguage(messages: readonly SharedMessage[]): 'zh-CN' | 'en' {
  const sample = messages
    .slice(0, 20)
    .map((message) => message.content.slice(0, 2000))
    .join(' ');
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = sample.match(/[A-Za-z]{2,}/g)?.length ?? 0;
  return han > latin ? 'zh-CN' : 'en';
}

const genericTitle = { 'zh-CN': '分享的对话', en: 'Shared conversation' } as const;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, '');

/** A title made from the first prompt would quote it to everyone who sees a preview; only one a person chose is shown. */
export function shareTitle(
  session: { title: string | null; titleBy: string },
  of: { language: 'zh-CN' | 'en'; messages: readonly SharedMessage[] },
): string {
  const title = session.titleBy === 'user' ? plain(session.title ?? '') : '';
  // What was taken over from other products counts as chosen, and some of them cut the title from the first prompt.
  const prompt = plain(of.messages.find(({ role }) => role === 'user')?.content.slice(0, 1_000) ?? '');
  const isQuote = title.length > 3 && prompt.startsWith(title);
  return title === '' || isQuote || session.title === null ? genericTitle[of.language] : session.title;
}
