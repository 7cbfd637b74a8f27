import 'server-only';

/** Who a request comes from. */
export interface CurrentUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: 'admin' | 'user';
  /** A cookie is sent by the browser unasked, so a request that carries one must prove where it comes from. */
  readonly authKind: 'cookie' | 'bearer';
  /** The sign-in behind a cookie; null for a token. */
  readonly authSessionId: string | null;
}
