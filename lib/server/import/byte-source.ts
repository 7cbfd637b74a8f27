import 'server-only';

/** A file that was sent, wherever it lies. */
export interface ByteSource {
  readonly size: number;
  /** Exactly these bytes; fewer only at the end. */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** The file breaks off, is of no known kind, or is not what it says it is. */
export const unreadable = [
  'not_an_export',
  'broken_archive',
  'encrypted',
  'archive_too_large',
  'nothing_inside',
] as const;
export type Unreadable = (typeof unreadable)[number];

export class UnreadableFile extends Error {
  readonly reason: Unreadable;

  constructor(reason: Unreadable) {
    super(reason);
    this.name = 'UnreadableFile';
    this.reason = reason;
  }
}

export const sourceOfBytes = (bytes: Uint8Array): ByteSource => ({
  size: bytes.byteLength,
  read: async (at, length) => bytes.subarray(at, at + length),
});

const pieceBytes = 256 * 1024;

/** The bytes in order, a piece at a time. */
export async function* readPieces(source: ByteSource, from: number, length: number): AsyncGenerator<Uint8Array> {
  const end = Math.min(source.size, from + length);
  for (let at = from; at < end; ) {
    const piece = await source.read(at, Math.min(pieceBytes, end - at));
    if (piece.byteLength === 0) return;
    at += piece.byteLength;
    yield piece;
  }
}
