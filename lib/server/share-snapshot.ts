import 'server-only';
import { z } from 'zod';
import type { ShareInclude } from '@/lib/db/share-store';
import { type MetonaStoredMessage, type MetonaToolResult, withoutSourceLinks } from '@/lib/ir';
import { isoOf } from './session-view';
import { noShareFiles, type ShareFiles, sharedFileSchema } from './share-files';

const sharedToolSchema = z.strictObject({
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  success: z.boolean().nullable(),
  result: z.string(),
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

/** The same value with every text in it as strangers may read it. */
function forStrangers(value: unknown): unknown {
  if (typeof value === 'string') return withoutSourceLinks(value);
  if (Array.isArray(value)) return value.map(forStrangers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, forStrangers(part)]));
}

function toolsOf(message: MetonaStoredMessage, results: ReadonlyMap<string, MetonaToolResult>) {
  return (message.toolCalls ?? []).map((call) => {
    const result = results.get(call.id);
    return {
      name: call.name,
      args: forStrangers(call.args) as Record<string, unknown>,
      success: result?.success ?? null,
      result: withoutSourceLinks(resultText(result)),
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

/** A title made from the first prompt would quote it to everyone who sees a preview; only one a person chose is shown. */
export function shareTitle(session: { title: string | null; titleBy: string }, language: 'zh-CN' | 'en'): string {
  return session.titleBy === 'user' && session.title ? session.title : genericTitle[language];
}
