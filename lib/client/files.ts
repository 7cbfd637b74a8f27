import { api, openApi } from './api';

/** A file of a workspace, as the API answers. Times are ISO 8601. */
export interface FileView {
  readonly id: string;
  readonly session_id: string | null;
  readonly message_id: string | null;
  readonly path: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string;
  readonly source: 'upload' | 'tool';
  readonly created_at: string;
  readonly updated_at: string;
}

export interface FilePage {
  readonly items: readonly FileView[];
  readonly next_cursor: string | null;
  readonly usage: { readonly bytes: number; readonly max_bytes: number };
}

/** What the server takes of one file. */
export const mostFileBytes = 20 * 1024 * 1024;

const filePath = (id: string) => `/api/files/${encodeURIComponent(id)}`;

export const fileApi = {
  path: filePath,
  list: '/api/files',
  usage: '/api/files?limit=1',
  ofSession: (sessionId: string) => `/api/files?limit=200&session_id=${encodeURIComponent(sessionId)}`,
  contentPath: (id: string) => `${filePath(id)}/content`,
  remove: (id: string) => api.delete(filePath(id)),
  /** Kept until a message takes it along. */
  upload: (file: File) => {
    const form = new FormData();
    form.append('file', file);
    return api.post<FileView>('/api/files', form);
  },
};

/** What a file holds, as text. */
export async function readFileText(id: string): Promise<string> {
  const response = await openApi('GET', fileApi.contentPath(id));
  const { decodeText } = await import('@/lib/ir/text-encoding');
  return decodeText(new Uint8Array(await response.arrayBuffer()))?.text ?? '';
}
