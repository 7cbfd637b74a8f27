import 'server-only';
import type { ImportRecord, ImportStore } from '@/lib/db/import-store';
import { importChunkBytes } from '@/lib/db/import-store';
import { type ByteSource, UnreadableFile } from './byte-source';
import { reportOf } from './import-view';
import type { Importer } from './importer';

const saveEveryMs = 1_000;

interface Counted {
  readonly source: ByteSource;
  readonly bytesRead: () => number;
}

/** A file that lies in the database, read by the pieces it is kept in; the last one read is held. */
function sourceOf(store: Pick<ImportStore, 'read'>, { userId, id, size }: ImportRecord): Counted {
  let held: { position: number; bytes: Uint8Array } | null = null;
  let read = 0;
  const chunk = async (position: number) => {
    if (held?.position !== position) held = { position, bytes: await store.read(userId, id, position) };
    return held.bytes;
  };
  const source: ByteSource = {
    size,
    read: async (at, length) => {
      const end = Math.min(size, at + length);
      const parts: Uint8Array[] = [];
      for (let from = at; from < end; ) {
        const position = Math.floor(from / importChunkBytes);
        const start = from - position * importChunkBytes;
        const part = (await chunk(position)).subarray(start, start + end - from);
        if (part.byteLength === 0) throw new UnreadableFile('broken_archive');
        parts.push(part);
        from += part.byteLength;
      }
      read += Math.max(0, end - at);
      return new Uint8Array(Buffer.concat(parts));
    },
  };
  return { source, bytesRead: () => Math.min(read, size) };
}

/** Works on files that were too large to be taken in at once. */
export function createImportWork({
  store,
  importer,
  now,
}: {
  store: ImportStore;
  importer: Importer;
  now: () => number;
}) {
  return {
    waiting: store.waiting,
    deleteOld: store.deleteOld,

    /** One turn on one file; false when more of it is left. */
    async work(importId: string, signal: AbortSignal): Promise<boolean> {
      const record = await store.claim(importId);
      if (record === null) return true;
      const { userId } = record;
      const { source, bytesRead } = sourceOf(store, record);
      const report = reportOf(record.report);
      const stop = new AbortController();
      let itemsDone = record.itemsDone;
      let savedAt = now();
      const progress = () => ({ itemsDone, bytesDone: bytesRead(), report });
      const onItem = async (done: number) => {
        itemsDone = done;
        if (now() - savedAt < saveEveryMs) return;
        savedAt = now();
        // Deleted, perhaps with its account.
        if (!(await store.save(importId, progress()))) stop.abort();
      };
      const turn = {
        userId,
        source,
        report,
        skip: record.itemsDone,
        signal: AbortSignal.any([signal, stop.signal]),
        onItem,
      };
      try {
        const isThrough = await importer.run(turn);
        if (isThrough) await store.finish(importId, progress(), null);
        else await store.save(importId, progress(), 'waiting');
        return isThrough || stop.signal.aborted;
      } catch (error) {
        if (!(error instanceof UnreadableFile)) {
          await store.save(importId, progress(), 'waiting').catch(() => undefined);
          throw error;
        }
        await store.finish(importId, progress(), error.reason);
        return true;
      }
    },
  };
}
export type ImportWork = ReturnType<typeof createImportWork>;
