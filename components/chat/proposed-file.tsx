'use client';

import useSWR from 'swr';
import { openApi } from '@/lib/client/api';
import { type FilePage, fileApi } from '@/lib/client/files';
import { decodeText } from '@/lib/ir/text-encoding';
import { normalisePath } from '@/lib/ir/workspace-path';
import { useT } from '../i18n/i18n-provider';
import { FileChange } from './file-change';
import { revealLine } from './visible-text';

const mostBytes = 256 * 1024;

type Present =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'large' };

/** What the file holds now. Read anew each time: another run may have written meanwhile. */
async function readPresent(sessionId: string, path: string): Promise<Present> {
  const list = await openApi('GET', fileApi.ofSession(sessionId));
  const { items } = (await list.json()) as FilePage;
  const file = items.find((item) => item.path === path);
  if (file === undefined) return { kind: 'none' };
  if (file.size > mostBytes) return { kind: 'large' };
  const content = await openApi('GET', fileApi.contentPath(file.id));
  const decoded = decodeText(new Uint8Array(await content.arrayBuffer()));
  return decoded === null ? { kind: 'large' } : { kind: 'text', text: decoded.text };
}

interface ProposedWrite {
  readonly path: string;
  readonly content: string;
  readonly mode: 'create' | 'overwrite' | 'append';
}

/** The arguments of a write, if that is what they are. */
export function proposedWrite(toolName: string, args: Record<string, unknown>): ProposedWrite | null {
  const { file_path: path, content, mode = 'create' } = args;
  if (toolName !== 'write_file' || typeof path !== 'string' || typeof content !== 'string') return null;
  if (mode !== 'create' && mode !== 'overwrite' && mode !== 'append') return null;
  const checked = normalisePath(path);
  return checked.ok ? { path: checked.path, content, mode } : null;
}

const words = {
  create: 'files.change.creates',
  overwrite: 'files.change.replaces',
  append: 'files.change.appends',
} as const;

/** A file as it would be written, beside what is there now. */
export function ProposedFile({ sessionId, write }: { sessionId: string; write: ProposedWrite }) {
  const t = useT();
  const { path, content, mode } = write;
  const { data, error } = useSWR(['present-file', sessionId, path], () => readPresent(sessionId, path), {
    revalidateOnFocus: false,
  });
  const before = data?.kind === 'text' ? data.text : '';
  const isUnread = error !== undefined || data?.kind === 'large';
  const after = mode === 'append' ? before + content : content;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="[overflow-wrap:anywhere]">
        <span className="text-dim">{t(words[mode])}: </span>
        <bdi className="font-mono text-xs">{revealLine(path)}</bdi>
      </p>
      {isUnread && <p className="text-orange text-xs">{t('files.change.unread')}</p>}
      {(data !== undefined || isUnread) && <FileChange path={path} before={before} after={after} />}
    </div>
  );
}
