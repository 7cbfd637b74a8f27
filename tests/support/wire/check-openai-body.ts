type Fields = Record<string, unknown>;

export interface OpenAiRules {
  readonly models: readonly string[];
  readonly modelsWithImages: readonly string[];
  /** Thinking is on unless it is switched off, with everything that follows from it. */
  readonly thinksByDefault: boolean;
  /** What else this provider refuses. */
  readonly also?: (body: Fields) => string | undefined;
}

const acceptedName = /^[a-zA-Z0-9_-]{1,64}$/;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

function checkTools(body: Fields): string | undefined {
  if (body.tools === undefined)
    return body.tool_choice === undefined ? undefined : "'tool_choice' is only allowed when 'tools' are specified";
  const names = new Set<unknown>();
  for (const tool of listOf(body.tools)) {
    const inner = isFields(tool.function) ? tool.function : {};
    if (tool.type !== 'function' || typeof inner.name !== 'string' || !acceptedName.test(inner.name))
      return "invalid 'tools[].function.name'";
    if (!isFields(inner.parameters) || inner.parameters.type !== 'object') return "schema must be of 'type: object'";
    if (names.has(inner.name)) return `tool names must be unique: ${inner.name}`;
    names.add(inner.name);
  }
  return names.size === 0 ? "[] is too short - 'tools'" : undefined;
}

function checkContent(message: Fields, canSee: boolean): string | undefined {
  const { content, role } = message;
  if (typeof content === 'string') return undefined;
  if (!Array.isArray(content) || content.length === 0) return 'content or tool_calls must be set';
  if (role !== 'user') return 'only user messages may hold parts';
  const hasImage = listOf(content).some((part) => part.type === 'image_url');
  return hasImage && !canSee ? 'unknown variant `image_url`, expected `text`' : undefined;
}

function checkCalls(message: Fields, open: Set<string>): string | undefined {
  if (message.role === 'tool') {
    return open.delete(String(message.tool_call_id)) ? undefined : "messages with role 'tool' must follow 'tool_calls'";
  }
  if (open.size > 0) return `tool_call_ids did not have response messages: ${[...open].join(', ')}`;
  if (message.tool_calls === undefined) return undefined;
  const calls = listOf(message.tool_calls);
  if (message.role !== 'assistant' || calls.length === 0) return "invalid 'tool_calls'";
  for (const call of calls) {
    const inner = isFields(call.function) ? call.function : {};
    if (typeof call.id !== 'string' || call.id === '' || open.has(call.id)) return 'a call id is empty or used twice';
    if (!acceptedName.test(String(inner.name)) || typeof inner.arguments !== 'string') return 'invalid call';
    open.add(call.id);
  }
  return undefined;
}

function checkThinking(body: Fields): string | undefined {
  const thinking = isFields(body.thinking) ? body.thinking.type : undefined;
  if (thinking !== undefined && thinking !== 'enabled' && thinking !== 'disabled')
    return 'thinking.type: unknown variant';
  if (body.reasoning_effort !== undefined && !['low', 'high', 'max'].includes(String(body.reasoning_effort)))
    return 'invalid reasoning_effort';
  if (thinking === 'disabled') return undefined;
  if (body.tool_choice !== undefined && body.tool_choice !== 'auto')
    return 'Thinking mode does not support this tool_choice';
  const messages = listOf(body.messages);
  const hasTools = body.tools !== undefined || messages.some((message) => message.tool_calls !== undefined);
  const forgotten = messages.some(
    (message) => message.role === 'assistant' && typeof message.reasoning_content !== 'string',
  );
  return hasTools && forgotten
    ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
    : undefined;
}

function checkMessages(body: Fields, rules: OpenAiRules): string | undefined {
  const messages = listOf(body.messages);
  if (messages.length === 0) return "[] is too short - 'messages'";
  const open = new Set<string>();
  const canSee = rules.modelsWithImages.includes(String(body.model));
  for (const message of messages) {
    if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(String(message.role)))
      return `invalid role: ${String(message.role)}`;
    const problem = checkCalls(message, open) ?? checkContent(message, canSee);
    if (problem !== undefined) return problem;
  }
  return open.size > 0 ? `tool_call_ids did not have response messages: ${[...open].join(', ')}` : undefined;
}

/** What the real servers refuse with 400; undefined for a body they take. */
export function checkOpenAiBody(body: Fields, rules: OpenAiRules): string | undefined {
  if (!rules.models.includes(String(body.model))) return 'Model Not Exist';
  if (typeof body.stream !== 'boolean') return "invalid type for 'stream'";
  if (body.stream_options !== undefined && !body.stream)
    return "'stream_options' is only allowed when 'stream' is enabled";
  const usual = checkTools(body) ?? checkMessages(body, rules);
  return usual ?? (rules.thinksByDefault ? checkThinking(body) : undefined) ?? rules.also?.(body);
}
