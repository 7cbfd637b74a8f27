import 'server-only';
import { z } from 'zod';
import { type MetonaMessage, type MetonaStoredMessage, metonaMessageSchema, withoutSourceLinks } from '@/lib/ir';
import { dropUnpaired, renewCallIds } from './copied-messages';
import { describeIssues } from './http/describe-issues';
import { invalid } from './http/problem';

export const sessionFormat = 'metona.session';
const maxMessages = 50_000;

const sessionFileMessageSchema = metonaMessageSchema.omit({ id: true, providerState: true }).extend({
  timestamp: z.number().int().min(0).max(253_402_300_799_999),
  iteration: z.number().int().min(0).max(1_000_000).optional(),
  reasoningMs: z.number().int().min(0).max(86_400_000).optional(),
  /** Place in the list of the message it follows, null for a beginning; left out, it follows the one before it. */
  parent: z.number().int().min(0).nullable().optional(),
});

/** Our own file of one conversation with its branches; what only a provider can read is left out. */
export const sessionFileSchema = z.strictObject({
  format: z.literal(sessionFormat),
  version: z.literal(1),
  exported_at: z.iso.datetime().optional(),
  session: z.strictObject({
    title: z.string().max(200).nullable(),
    created_at: z.iso.datetime().optional(),
    updated_at: z.iso.datetime().optional(),
    /** In exports of a whole account: what is there already is told by it. */
    id: z.string().max(200).optional(),
    pinned: z.boolean().optional(),
    title_by: z.enum(['auto', 'user']).optional(),
  }),
  messages: z.array(sessionFileMessageSchema).max(maxMessages),
  /** Place of the message that ends the branch in use; left out, the last. */
  head: z.number().int().min(0).optional(),
  files: z
    .array(z.strictObject({ path: z.string().max(400), content: z.string() }))
    .max(2_000)
    .optional(),
  /** Paths of files that did not fit in. */
  files_left_out: z.array(z.string().max(400)).max(2_000).optional(),
});
export type SessionFile = z.infer<typeof sessionFileSchema>;
type FileMessage = SessionFile['messages'][number];

/** A message as it stands in a file: without ids, and nothing that leads to this server. */
export function toFileMessage(
  { id: _id, parentId: _parent, runId: _run, providerState: _state, origin: _origin, ...message }: MetonaStoredMessage,
  parent?: number | null,
): FileMessage {
  const { tokenEstimate: _tokens, ...kept } = message;
  return { ...kept, content: withoutSourceLinks(message.content), ...(parent !== undefined && { parent }) };
}

/** A file as it must be; what is wrong with it is said by its place. */
export function checkSessionFile(value: unknown): SessionFile {
  const parsed = sessionFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(describeIssues(parsed.error));
}

function parentsOf(messages: readonly FileMessage[]): (number | null)[] {
  return messages.map(({ parent }, index) => {
    const place = parent === undefined ? index - 1 : parent;
    if (place === null || place < 0) return null;
    if (place < index) return place;
    throw invalid([{ path: `messages.${index}.parent`, message: 'A message follows one that comes before it.' }]);
  });
}

export interface Restored {
  readonly messages: MetonaStoredMessage[];
  readonly headMessageId: string | undefined;
}

/**
 * The messages of a file as new ones, marked as coming from outside. Calls without a result and results without a call
 * fall out; what followed them moves up.
 */
export function restoreMessages(file: SessionFile, newId: (prefix: string) => string): Restored {
  const parents = parentsOf(file.messages);
  const placed = file.messages.map(({ parent: _parent, ...message }, index) => ({ ...message, id: String(index) }));
  const kept = renewCallIds(dropUnpaired<MetonaMessage>(placed), newId);
  const newIds = new Map(kept.map((message) => [Number(message.id), newId('msg')]));
  const keptAbove = (place: number | null): string | null => {
    let at = place;
    while (at !== null && !newIds.has(at)) at = parents[at] ?? null;
    return at === null ? null : (newIds.get(at) ?? null);
  };
  const messages = kept.map((message): MetonaStoredMessage => {
    const place = Number(message.id);
    const id = newIds.get(place) ?? '';
    return { ...message, id, parentId: keptAbove(parents[place] ?? null), runId: null, origin: 'import' };
  });
  const head = file.head === undefined ? null : keptAbove(Math.min(file.head, file.messages.length - 1));
  return { messages, headMessageId: head ?? messages.at(-1)?.id };
}
