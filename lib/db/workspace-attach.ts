import type { Queryable } from './sql';
import { freePath } from './workspace-names';

interface Attachment {
  readonly userId: string;
  readonly sessionId: string;
  readonly messageId: string;
}

/**
 * Takes uploaded files along with a message: into its session, under a name that is free there. False when one of them
 * is not the user's or belongs to another session; the caller then gives the whole transaction up.
 */
export async function attachFiles(client: Queryable, fileIds: readonly string[], to: Attachment): Promise<boolean> {
  for (const fileId of new Set(fileIds)) {
    const { rows } = await client.query<{ path: string; session_id: string | null }>(
      `SELECT path, session_id FROM workspace_files
       WHERE id = $1 AND user_id = $2 AND (session_id IS NULL OR session_id = $3) FOR UPDATE`,
      [fileId, to.userId, to.sessionId],
    );
    const file = rows[0];
    if (file === undefined) return false;
    const path = file.session_id === null ? await freePathIn(client, to, file.path) : file.path;
    await client.query(
      `UPDATE workspace_files SET session_id = $3, message_id = COALESCE(message_id, $4), path = $5
       WHERE id = $1 AND user_id = $2`,
      [fileId, to.userId, to.sessionId, to.messageId, path],
    );
  }
  if (fileIds.length > 0) await markMessage(client, to);
  return true;
}

/** For good, also when the files are deleted: what strangers wrote has been told from here on. */
async function markMessage(client: Queryable, { userId, sessionId, messageId }: Attachment): Promise<void> {
  await client.query(
    `UPDATE messages SET origin = 'file' WHERE id = $1 AND session_id = $2 AND user_id = $3 AND origin IS NULL`,
    [messageId, sessionId, userId],
  );
}

async function freePathIn(client: Queryable, { userId, sessionId }: Attachment, wanted: string): Promise<string> {
  const { rows } = await client.query<{ path: string }>(
    'SELECT path FROM workspace_files WHERE session_id = $1 AND user_id = $2',
    [sessionId, userId],
  );
  return freePath(wanted, new Set(rows.map((row) => row.path)));
}
