/** What `GET /api/share/{token}` shows, and nothing else. */
export interface PublicShareView {
  readonly title: string;
  readonly language: string;
  readonly published_at: string;
  readonly messages: readonly SharedMessageView[];
}

export interface SharedToolView {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly success: boolean | null;
  readonly result: string;
  /** The result itself, where its tool has a look of its own. */
  readonly data?: unknown;
}

export interface SharedFileView {
  readonly kind: 'file';
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
}

export type SharedAttachment = { readonly kind: 'image'; readonly url: string } | SharedFileView;

export interface SharedMessageView {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly created_at: string;
  readonly thinking?: string | undefined;
  readonly tools?: readonly SharedToolView[] | undefined;
  readonly files?: readonly SharedAttachment[] | undefined;
}
