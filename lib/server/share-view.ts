import 'server-only';
import { z } from 'zod';
import type { ShareRecord } from '@/lib/db/share-store';
import { isoOf } from './session-view';

export const includeSchema = z.object({
  thinking: z.boolean(),
  tools: z.boolean(),
  files: z.boolean(),
  secrets: z.boolean().default(false),
});

export const shareViewSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  session_title: z.string().nullable(),
  label: z.string().nullable(),
  title: z.string(),
  last4: z.string(),
  created_at: z.iso.datetime(),
  published_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  views: z.number().int(),
  include: includeSchema,
  has_passphrase: z.boolean(),
  /** The conversation has gone on, or to another branch, since it was published. */
  has_newer: z.boolean(),
  /** Only in the answer that made it. */
  url: z.string().optional(),
});
export type ShareView = z.infer<typeof shareViewSchema>;

export function toShareView(share: ShareRecord): ShareView {
  return {
    id: share.id,
    session_id: share.sessionId,
    session_title: share.sessionTitle,
    label: share.label,
    title: share.title,
    last4: share.last4,
    created_at: isoOf(share.createdAt.getTime()),
    published_at: isoOf(share.publishedAt.getTime()),
    expires_at: share.expiresAt && isoOf(share.expiresAt.getTime()),
    views: share.views,
    include: includeSchema.parse(share.include),
    has_passphrase: share.passphraseHash !== null,
    has_newer: share.hasNewer,
  };
}
