import 'server-only';
import { z } from 'zod';
import { fenced, linkTo, placeholder, quoted } from '../markdown-text';
import { joinParts } from './converted';

/** What a message holds; each kind fills other fields. */
export const contentSchema = z.object({
  content_type: z.string(),
  parts: z.array(z.unknown()).nullish(),
  text: z.string().nullish(),
  language: z.string().nullish(),
  result: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
  name: z.string().nullish(),
  thoughts: z.array(z.object({ summary: z.string().nullish(), content: z.string().nullish() })).nullish(),
});
type Content = z.infer<typeof contentSchema>;

const partSchema = z.object({
  content_type: z.string().optional(),
  text: z.string().optional(),
  asset_pointer: z.string().optional(),
  metadata: z.object({ dalle: z.object({ prompt: z.string().optional() }).nullish() }).nullish(),
});

const assetName = (pointer: string | undefined): string =>
  (pointer ?? '')
    .replace(/^[a-z-]+:\/\//, '')
    .replace(/[^\w.-]/g, '')
    .slice(0, 80);

/** Pictures and recordings lie elsewhere in the archive; what remains of them is a name. */
function describePart(part: unknown): string | null {
  if (typeof part === 'string') return part;
  const { data } = partSchema.safeParse(part);
  if (data === undefined) return null;
  if (data.text !== undefined) return data.text;
  if (data.content_type !== 'image_asset_pointer') return null;
  const prompt = data.metadata?.dalle?.prompt;
  return joinParts([placeholder('Image', assetName(data.asset_pointer)), prompt ? quoted(prompt) : null]);
}

const textOf = ({ parts, text, result }: Content): string =>
  joinParts([...(parts ?? []).map(describePart), text, result]);

/** What a message shows and thinks; null when it is about the machinery. */
export function readContent(content: Content): { shown: string; thinking?: string } | null {
  switch (content.content_type) {
    case 'thoughts':
      return {
        shown: '',
        thinking: joinParts(
          (content.thoughts ?? []).flatMap(({ summary, content: thought }) => [
            summary ? `**${summary.trim()}**` : null,
            thought,
          ]),
        ),
      };
    case 'code':
      return { shown: fenced(content.text ?? '', /^\w{1,20}$/.exec(content.language ?? '')?.[0] ?? '') };
    case 'execution_output':
      return { shown: fenced(content.text ?? '') };
    case 'tether_quote': {
      const link = linkTo(content.url ?? '', content.title);
      return { shown: quoted(joinParts([link ?? content.title, content.text])) };
    }
    case 'system_error':
      return { shown: quoted(joinParts([content.name, content.text])) };
    // The first is told by the time, the others are settings of the account.
    case 'reasoning_recap':
    case 'user_editable_context':
    case 'model_editable_context':
      return null;
    default:
      return { shown: textOf(content) };
  }
}

const referenceSchema = z.object({
  matched_text: z.string(),
  alt: z.string().nullish(),
  url: z.string().nullish(),
  title: z.string().nullish(),
  type: z.string().nullish(),
  items: z.array(z.object({ title: z.string().nullish(), url: z.string().nullish() })).nullish(),
});
const citationSchema = z.object({
  start_ix: z.number().int(),
  end_ix: z.number().int(),
  metadata: z.object({ title: z.string().nullish(), url: z.string().nullish() }).nullish(),
});
const maxReferences = 1_000;

// Signs of the private use area enclose what the page shows as a chip; older texts have 【11†source】.
const anyMark = /\ue200[^\ue200\ue201]{0,2000}\ue201|【[^【】]{0,200}†[^【】]{0,200}】/gu;
const anySign = /[\ue200-\ue20f]/gu;

function linksOf(reference: z.infer<typeof referenceSchema>): string {
  const pages = [...(reference.items ?? []), reference];
  const links = new Set(pages.map(({ url, title }) => linkTo(url ?? '', title)).filter((link) => link !== null));
  if (links.size > 0) return ` (${[...links].slice(0, 10).join(', ')})`;
  const isName = reference.type === 'entity' || reference.type === 'alt_text';
  return isName ? (reference.alt ?? '') : '';
}

function readList<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema>[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxReferences).flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Marks of citations as links to what they cite; those that say nothing fall out. */
export function resolveCitations(text: string, metadata: Readonly<Record<string, unknown>>): string {
  const links = new Map<string, string>();
  for (const reference of readList(referenceSchema, metadata.content_references)) {
    links.set(reference.matched_text, linksOf(reference));
  }
  for (const { start_ix: from, end_ix: to, metadata: page } of readList(citationSchema, metadata.citations)) {
    const link = linkTo(page?.url ?? '', page?.title);
    if (link !== null && from >= 0 && to > from && to - from < 500) links.set(text.slice(from, to), ` (${link})`);
  }
  return text.replace(anyMark, (mark) => links.get(mark) ?? '').replace(anySign, '');
}
