import type { ToolContext } from '@/lib/agent/ports';

/** A call of Anna's, that nobody stops and whose progress nobody watches. */
export const toolContext: ToolContext = {
  userId: 'anna',
  sessionId: 's_1',
  runId: 'run_1',
  messageId: 'msg_1',
  callId: 'tc_1',
  signal: new AbortController().signal,
  now: () => 0,
  progress: () => undefined,
};
