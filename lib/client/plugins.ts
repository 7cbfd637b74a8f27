import { api } from './api';

interface PluginSecret {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  readonly required: boolean;
  readonly hosts: readonly string[];
}

/** What a plugin brings, as the API answers. */
export interface PluginParts {
  readonly slug: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string | null;
  readonly homepage: string | null;
  readonly license: string | null;
  readonly hosts: readonly {
    readonly host: string;
    readonly encrypted: boolean;
    readonly private: boolean;
    readonly used_by: readonly string[];
    readonly secrets: readonly string[];
  }[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly method: string;
    readonly host: string;
    readonly secrets: readonly string[];
  }[];
  readonly skills: readonly {
    readonly name: string;
    readonly description: string;
    readonly files: readonly string[];
  }[];
  readonly servers: readonly {
    readonly name: string;
    readonly url: string;
    readonly host: string;
    readonly headers: readonly string[];
  }[];
}

export interface PluginChange {
  readonly kind: 'tool' | 'skill' | 'server' | 'secret' | 'host';
  readonly change: 'added' | 'removed' | 'changed';
  readonly name: string;
}

export interface PluginPreview extends PluginParts {
  readonly secrets: readonly PluginSecret[];
  readonly hash: string;
  readonly manifest: string;
  readonly source_url: string | null;
  readonly installed: {
    readonly id: string;
    readonly version: string;
    readonly changes: readonly PluginChange[];
    readonly forgets: readonly string[];
  } | null;
}

export interface PluginView extends PluginParts {
  readonly id: string;
  readonly enabled: boolean;
  readonly readable: boolean;
  readonly source_url: string | null;
  readonly secrets: readonly (PluginSecret & { readonly set: boolean; readonly last4: string | null })[];
  readonly mcp_server_ids: readonly string[];
  readonly updated_at: string;
}

export interface PluginTest {
  readonly ok: boolean;
  readonly problems: readonly { readonly name: string; readonly message: string }[];
  readonly tokens: number;
}

const path = (id: string) => `/api/plugins/${encodeURIComponent(id)}`;

export const pluginApi = {
  list: '/api/plugins',
  preview: (from: { manifest: string } | { url: string }) => api.post<PluginPreview>('/api/plugins/preview', from),
  /** Installs what was shown, or updates what is there to it. */
  accept: ({ manifest, hash: accepts, source_url: source, installed }: PluginPreview) =>
    installed
      ? api.patch<PluginView>(path(installed.id), { manifest, accepts })
      : api.post<PluginView>('/api/plugins', { manifest, accepts, ...(source !== null && { source_url: source }) }),
  change: (id: string, change: { enabled?: boolean; secrets?: Readonly<Record<string, string | null>> }) =>
    api.patch<PluginView>(path(id), change),
  remove: (id: string) => api.delete(path(id)),
  test: (id: string) => api.post<PluginTest>(`${path(id)}/test`),
};
