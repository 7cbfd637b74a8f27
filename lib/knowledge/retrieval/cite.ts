import type { KnowledgePlace } from '@/lib/agent/ports';
import { assertNever } from '@/lib/ir';

/** The first line of an anchor such as `L12-L40`. */
const firstLine = /^L\d+/;

/** Where a place opens: a note at its block, a file at its line, a chat at its message. */
export function hrefOf({ kind, sourceId, anchor, sessionId }: KnowledgePlace): string {
  const id = encodeURIComponent(sourceId);
  switch (kind) {
    case 'note':
      return `/notes/${id}${anchor === '' ? '' : `#block-${encodeURIComponent(anchor)}`}`;
    case 'file':
      return `/files/${id}${firstLine.test(anchor) ? `#${firstLine.exec(anchor)?.[0]}` : ''}`;
    case 'message':
      return `/chat/${encodeURIComponent(sessionId ?? '')}?message=${encodeURIComponent(anchor || sourceId)}`;
    default:
      return assertNever(kind);
  }
}
