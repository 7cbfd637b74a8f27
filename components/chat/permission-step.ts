/** Where a person is on the way to a decision. */
export type PermissionStep = 'ask' | 'session' | 'deny';
