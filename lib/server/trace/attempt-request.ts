import 'server-only';
import { defaultSystemPrompt, modelHistory } from '@/lib/agent/context/build';
import { SUMMARY_PROMPT } from '@/lib/agent/context/summary-text';
import { type Sent, sentSchema } from '@/lib/agent/sent';
import type { TraceAttemptRow, TraceRows } from '@/lib/db/run-trace';
import type { MetonaMessage, MetonaSystemPrompt, TraceMessage, TraceRequest } from '@/lib/ir';
import type { TraceTexts } from './trace-text';

const MAX_PROMPT = 6_000;
const MAX_MESSAGE = 1_500;
const MAX_MESSAGES = 30;

const joined = (prompt: MetonaSystemPrompt) => Object.values(prompt).filter(Boolean).join('\n\n');

/** What an attempt sent, put together again; null for one that was made before that was kept. */
export function attemptRequest(rows: TraceRows, row: TraceAttemptRow, texts: TraceTexts): TraceRequest | null {
  const sent = sentSchema.safeParse(row.meta?.sent);
  if (!sent.success) return null;
  const { params, system_prompt: own } = rows.run;
  const isSummary = row.purpose === 'summary';
  const prompt = isSummary ? SUMMARY_PROMPT : (own ?? defaultSystemPrompt);
  const shownPrompt = texts.text(
    [joined(prompt), sent.data.briefing, sent.data.reminder].filter((part) => part !== undefined).join('\n'),
    MAX_PROMPT,
  );
  const messages = messagesOf(rows, sent.data, texts);
  const omitted = Math.max(0, sent.data.messages - messages.length);
  return {
    system_prompt: shownPrompt,
    messages,
    messages_omitted: omitted,
    summary_message_id: sent.data.summary ?? null,
    memory_ids: sent.data.memories ?? [],
    tools: sent.data.tools ?? [],
    tools_hash: sent.data.toolsHash ?? null,
    params: isSummary
      ? { maxTokens: sent.data.maxTokens, thinkingEnabled: false, stream: true }
      : { ...params, stream: true },
    estimated_tokens: sent.data.tokens,
    context_window: sent.data.window,
    truncated: omitted > 0 || shownPrompt.truncated || messages.some((message) => message.truncated),
  };
}

function messagesOf(rows: TraceRows, sent: Sent, texts: TraceTexts): TraceMessage[] {
  if (sent.text) return [{ id: null, role: 'user', ...texts.kept(sent.text) }];
  return sentMessages(rows, sent)
    .slice(-MAX_MESSAGES)
    .map((message) => showMessage(message, texts));
}

/** The end of the path as it was then, from the summary on if it reaches that far. */
function sentMessages({ path, summaries, memories, run }: TraceRows, sent: Sent): MetonaMessage[] {
  const end = path.findIndex((message) => message.id === sent.tail);
  if (end < 0) return [];
  const summary = summaries.find((message) => message.id === sent.summary);
  const covered = summary ? path.findIndex((message) => message.id === summary.parentId) : -1;
  const own = path.slice(covered + 1, end + 1);
  const history = modelHistory(covered >= 0 && summary ? [summary, ...own] : own);
  const recalled = memories.filter((memory) => sent.memories?.includes(memory.id));
  const question = history.findIndex((message) => message.id === run.input_message_id);
  if (recalled.length === 0 || question < 0) return history;
  return history.toSpliced(question, 0, memoryMessage(recalled));
}

function memoryMessage(recalled: TraceRows['memories']): MetonaMessage {
  const content = recalled.map((memory) => `- ${memory.type}: ${memory.content}`).join('\n');
  return { role: 'user', content, timestamp: 0 };
}

function showMessage(message: MetonaMessage, texts: TraceTexts): TraceMessage {
  const { id, role, toolCalls, toolResult, images } = message;
  const whole = toolResult ? (toolResult.summary ?? toolResult.error ?? message.content) : message.content;
  const shown = id === undefined ? texts.text(whole, MAX_MESSAGE) : texts.messageText(id, whole, MAX_MESSAGE);
  return {
    id: id ?? null,
    role,
    ...shown,
    ...(toolCalls && { tool_calls: toolCalls.map((call) => call.name) }),
    ...(toolResult && { call_id: toolResult.toolCallId }),
    ...(images && images.length > 0 && { images: images.length }),
  };
}
