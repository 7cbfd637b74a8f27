import type { MetonaStoredMessage } from '@/lib/ir';
import type { RunSession } from '../run-session';
import { isTainted } from './untrusted';

/** Also where nothing has been read yet: a model is told the names of files, on every branch of their conversation. */
export async function isRunTainted(session: RunSession, history: readonly MetonaStoredMessage[]): Promise<boolean> {
  if (isTainted(history)) return true;
  const { runtime, run } = session;
  const files = await session.read(() => runtime.files.list(run.userId, run.sessionId));
  return files.some((file) => file.source !== 'tool');
}
