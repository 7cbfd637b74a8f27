type Fields = Record<string, unknown>;

const line = (value: Fields): string =>
  `${JSON.stringify({ model: 'wire-model', created_at: '2026-11-30T08:00:00Z', ...value })}\n`;

/** A line of the stream with a piece of the message. */
export function piece(message: Fields): string {
  return line({ message: { role: 'assistant', content: '', ...message }, done: false });
}

export function lastLine(reason: string | undefined = 'stop', more: Fields = {}): string {
  return line({
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: reason,
    total_duration: 2e9,
    load_duration: 1e8,
    prompt_eval_count: 5,
    prompt_eval_duration: 2e8,
    eval_count: 4,
    eval_duration: 1e9,
    ...more,
  });
}

/** The last line of a server that gives no reason. */
export const lastLineWithoutReason = (): string =>
  line({ message: { role: 'assistant', content: '' }, done: true, prompt_eval_count: 5, eval_count: 4 });

export const wholeCall = (name: string, args: Fields, more: Fields = {}): Fields => ({
  ...more,
  function: { name, arguments: args },
});
