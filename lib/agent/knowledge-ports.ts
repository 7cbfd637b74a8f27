/** What can be searched: notes, files of workspaces, messages of past conversations. */
export const knowledgeKinds = ['note', 'file', 'message'] as const;
export type KnowledgeKind = (typeof knowledgeKinds)[number];

/** `fused` is both, as far as there are vectors. */
export const knowledgeModes = ['text', 'vectors', 'fused'] as const;
export type KnowledgeMode = (typeof knowledgeModes)[number];

/** A place in a source. `anchor` is the id of a block, `L12-L40`, or the id of a message; empty for the whole source. */
export interface KnowledgePlace {
  readonly kind: KnowledgeKind;
  readonly sourceId: string;
  readonly anchor: string;
  /** Of messages and of files that belong to a chat. */
  readonly sessionId: string | null;
}

export interface KnowledgeQuery {
  /** Any length; what is beyond some hundred characters is not looked at. */
  readonly query: string;
  /** All of them when absent. */
  readonly kinds?: readonly KnowledgeKind[];
  /** 10 when absent, 50 at most. */
  readonly limit?: number;
  /** `fused` when absent. */
  readonly mode?: KnowledgeMode;
  /** Only what belongs to this chat. */
  readonly sessionId?: string;
  /** Leaves out the messages of this chat. */
  readonly exceptMessagesOf?: string;
  /** Only what was changed at this time or later; Unix ms. */
  readonly since?: number;
  readonly signal?: AbortSignal;
}

export interface KnowledgeHit extends KnowledgePlace {
  /** Of the note, the path of the file, or the title of the chat. */
  readonly title: string;
  /** The headings above it, joined by ` › `. */
  readonly heading?: string;
  /** One line around the words that were looked for. */
  readonly snippet: string;
  /** The passage as it is indexed. */
  readonly text: string;
  /** A path within the app that opens the source at the place. */
  readonly href: string;
  /** Falls from hit to hit; comparable within one answer only. */
  readonly score: number;
  /** Its place in each list that has it, counted from 1. */
  readonly ranks: { readonly text?: number; readonly vector?: number };
  /** Unix ms. */
  readonly updatedAt: number;
}

export interface KnowledgeAnswer {
  /** Best first. */
  readonly hits: readonly KnowledgeHit[];
  readonly used: { readonly text: boolean; readonly vectors: boolean; readonly reranked: boolean };
  /** What did not work and what was done instead, each a sentence for a person. */
  readonly notes: readonly string[];
}

/** Everything a user has written or kept, searched by words and by meaning; confined to the user. */
export interface KnowledgeSearch {
  /** Rejects only when the database does: a model that fails leaves the search by words. */
  search(userId: string, query: KnowledgeQuery): Promise<KnowledgeAnswer>;
}
