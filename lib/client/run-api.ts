import type {
  AgentRun,
  MetonaGenerationParams,
  MetonaStoredMessage,
  PermissionDecision,
  PermissionRequest,
  RunStatus,
} from '@/lib/ir';
import { api, openApi } from './api';
import type { ListedMessage, SpendView } from './branches';

/** What the API says about conversations and runs. Times are ISO 8601. */
export interface SessionView {
  readonly id: string;
  readonly title: string | null;
  readonly pinned: boolean;
  readonly head_message_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly active_run: { readonly id: string; readonly status: RunStatus } | null;
  readonly last_status: RunStatus | null;
  /** The last run has ended, and nobody has looked at its end. */
  readonly unseen: boolean;
  readonly open_permissions: number;
}

export interface SearchHit {
  readonly session_id: string;
  /** Null when the title is what was found. */
  readonly message_id: string | null;
  readonly title: string | null;
  readonly snippet: string;
  readonly created_at: string;
}

export interface MessagePage {
  readonly items: readonly ListedMessage[];
  readonly next_cursor: string | null;
  /** What follows the end of the branch shown. */
  readonly below: { readonly count: number; readonly newest: string } | null;
  /** By run. */
  readonly spent: Readonly<Record<string, SpendView>>;
}

/** The end of the conversation as it is shown: a message itself, or where its branch was last. */
export type BranchSwitch = { readonly head_message_id: string } | { readonly branch_message_id: string };

export interface RunOrder {
  readonly input: string;
  readonly session_id?: string;
  readonly provider_id?: string;
  readonly model?: string;
  readonly images?: readonly { readonly url: string }[];
  readonly files?: readonly string[];
  readonly params?: Pick<MetonaGenerationParams, 'thinkingEnabled' | 'thinkingEffort'>;
  readonly parent_message_id?: string | null;
  readonly replaces_message_id?: string;
  readonly idempotency_key: string;
}

export interface DecisionBody {
  readonly decision: PermissionDecision;
  readonly reason?: string;
  readonly args?: Record<string, unknown>;
}

const segment = encodeURIComponent;
const sessionPath = (id: string) => `/api/sessions/${segment(id)}`;
const messagePath = (id: string, messageId: string) => `${sessionPath(id)}/messages/${segment(messageId)}`;
const runPath = (id: string) => `/api/agent/runs/${segment(id)}`;

export const sessionApi = {
  list: '/api/sessions?limit=50',
  search: (text: string) => `/api/search?q=${segment(text)}`,
  get: (id: string) => api.get<SessionView>(sessionPath(id)),
  rename: (id: string, title: string) => api.patch<SessionView>(sessionPath(id), { title }),
  pin: (id: string, pinned: boolean) => api.patch<SessionView>(sessionPath(id), { pinned }),
  look: (id: string) => api.patch<SessionView>(sessionPath(id), { seen: true }),
  remove: (id: string) => api.delete(sessionPath(id)),
  switchBranch: (id: string, to: BranchSwitch) => api.patch<SessionView>(sessionPath(id), to),
  usagePath: (id: string) => `${sessionPath(id)}/usage`,
  contextPath: (id: string, choice: { readonly providerId: string; readonly model: string } | null) =>
    `${sessionPath(id)}/context${choice === null ? '' : `?provider=${segment(choice.providerId)}&model=${segment(choice.model)}`}`,
  sourcesPath: (id: string, hrefs: readonly string[]) => `${sessionPath(id)}/sources?hrefs=${segment(hrefs.join(','))}`,
  fork: (id: string, messageId: string) => api.post<SessionView>(`${sessionPath(id)}/fork`, { message_id: messageId }),
  messages: (id: string, before: string | null, limit: number) =>
    api.get<MessagePage>(
      `${sessionPath(id)}/messages?limit=${limit}${before === null ? '' : `&before=${segment(before)}`}`,
    ),
  editSummary: (id: string, messageId: string, content: string) =>
    api.patch<MetonaStoredMessage>(messagePath(id, messageId), { content }),
  undoSummary: (id: string, messageId: string) => api.delete(messagePath(id, messageId)),
  exportPath: (id: string, format: 'md' | 'json') => `${sessionPath(id)}/export?format=${format}`,
};

export const runApi = {
  openPermissions: '/api/agent/permissions?status=open',
  get: (id: string) => api.get<AgentRun>(runPath(id)),
  ofSession: (sessionId: string) =>
    api.get<{ items: readonly AgentRun[] }>(`/api/agent/runs?session_id=${segment(sessionId)}`),
  path: runPath,
  tracePath: (id: string) => `${runPath(id)}/trace`,
  /** Starts a run with every tool the user has on; the answer streams its events. */
  start: (order: RunOrder) =>
    openApi('POST', '/api/agent/runs', {
      body: { ...order, allowed_tools: ['*'] },
      headers: { accept: 'text/event-stream' },
    }),
  steer: (id: string, input: string) => api.post<AgentRun>(`${runPath(id)}/steer`, { input }),
  cancel: (id: string) => api.post<AgentRun>(`${runPath(id)}/cancel`, {}),
  decide: (request: PermissionRequest, body: DecisionBody) =>
    api.post<PermissionRequest>(`${runPath(request.run_id)}/permissions/${segment(request.id)}`, body),
};
