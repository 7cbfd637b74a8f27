import { createHash } from 'node:crypto';

/** SHA-256 of some bytes, in hex: equal for equal content. */
export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
