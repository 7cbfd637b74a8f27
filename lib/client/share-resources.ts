import type { PublicShareView } from './public-share';

export interface ShareView {
  readonly id: string;
  readonly session_id: string;
  readonly session_title: string | null;
  /** What readers see as the title. */
  readonly title: string;
  readonly label: string | null;
  readonly last4: string;
  readonly include: ShareInclude;
  readonly has_passphrase: boolean;
  /** The chat has gone on since it was published. */
  readonly has_newer: boolean;
  readonly views: number;
  readonly published_at: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** A link that was just made, or given a new address: the only answers that hold it. */
export interface FreshShare extends ShareView {
  readonly url: string;
}

export interface SharePreview {
  readonly messages: number;
  readonly title: string;
  readonly files: readonly { readonly name: string; readonly size: number }[];
  /** Files that could not be looked into. */
  readonly unread_files: readonly string[];
  readonly findings: readonly ShareFinding[];
  /** What readers would see. */
  readonly share: PublicShareView;
}

/** Something that may be secret or private, and where it stands. */
export interface ShareFinding {
  readonly kind: string;
  readonly excerpt: string;
  readonly part: 'title' | 'text' | 'thinking' | 'tool' | 'file';
  /** Which one of the messages, from 1. */
  readonly message: number | null;
  readonly name: string | null;
  readonly hidden: boolean;
}

export interface ShareInclude {
  readonly thinking?: boolean;
  readonly tools?: boolean;
  readonly files?: boolean;
  /** Shows what looks like a secret as well. */
  readonly secrets?: boolean;
}
