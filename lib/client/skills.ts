import { api } from './api';

export interface SkillFile {
  readonly path: string;
  readonly content: string;
}

/** A skill as the API answers. Times are ISO 8601. */
export interface SkillView {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  /** The reader takes its words for his own. */
  readonly trusted: boolean;
  readonly origin: 'written' | 'upload' | 'plugin';
  readonly plugin_id: string | null;
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly updated_at: string;
}

export interface SkillDetail extends Omit<SkillView, 'files'> {
  readonly files: readonly (SkillFile & { readonly size: number })[];
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly allowed_tools: readonly string[];
}

export interface SkillTest {
  readonly ok: boolean;
  readonly problems: readonly {
    readonly severity: 'error' | 'warning';
    readonly field: string;
    readonly message: string;
  }[];
  readonly tokens: { readonly listed: number; readonly loaded: number; readonly files: number };
  readonly prompt: string | null;
  readonly loaded: string;
}

export const skillFileName = 'SKILL.md';

const path = (id: string) => `/api/skills/${encodeURIComponent(id)}`;

/** Null when it is not text. */
async function textOf(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** The files that a reader has chosen, by the paths they have in their folder; what is not text is named. */
export async function readSkillFiles(chosen: readonly File[]): Promise<{ files: SkillFile[]; unread: string[] }> {
  const read = await Promise.all(
    chosen.map(async (file) => ({ path: file.webkitRelativePath || file.name, content: await textOf(file) })),
  );
  return {
    files: read.flatMap(({ path: name, content }) => (content === null ? [] : [{ path: name, content }])),
    unread: read.filter(({ content }) => content === null).map(({ path: name }) => name),
  };
}

export const skillApi = {
  list: '/api/skills',
  path,
  exportPath: (id: string) => `${path(id)}/export`,
  add: (files: readonly SkillFile[], origin: 'written' | 'upload') =>
    api.post<SkillView>('/api/skills', { files, origin }),
  addArchive: (archive: File) =>
    api.post<SkillView>('/api/skills/archive', new Blob([archive], { type: 'application/zip' })),
  change: (id: string, change: { enabled?: boolean; trusted?: boolean; files?: readonly SkillFile[] }) =>
    api.patch<SkillView>(path(id), change),
  remove: (id: string) => api.delete(path(id)),
  test: (id: string) => api.post<SkillTest>(`${path(id)}/test`),
};
