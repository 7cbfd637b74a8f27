type Fields = Record<string, unknown>;

/** What the server knows of a model. */
export interface MessagesModel {
  readonly thinking: 'none' | 'budget' | 'adaptive' | 'always';
  readonly maxOutput: number;
  readonly refusesSampling: boolean;
}

export interface MessagesRules {
  readonly models: Readonly<Record<string, MessagesModel>>;
  /** Thinking the server has signed: what comes back must be among it, whole and in its order. */
  readonly signed: readonly (readonly Fields[])[];
}

const acceptedName = /^[a-zA-Z0-9_-]{1,64}$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const isThinking = ({ type }: Fields): boolean => type === 'thinking' || type === 'redacted_thinking';
const isBlank = ({ text }: Fields): boolean => typeof text !== 'string' || text.trim() === '';

function thinkingModeOf(body: Fields, model: MessagesModel): string {
  const given = isFields(body.thinking) ? String(body.thinking.type) : undefined;
  return given ?? (model.thinking === 'always' ? 'adaptive' : 'disabled');
}

function checkThinking(body: Fields, model: MessagesModel): string | undefined {
  const { thinking } = body;
  if (!isFields(thinking)) return undefined;
  switch (thinking.type) {
    case 'disabled':
      return model.thinking === 'always' ? '"thinking.type.disabled" is not supported for this model' : undefined;
    case 'adaptive':
      return model.thinking === 'adaptive' || model.thinking === 'always' ? undefined : 'adaptive is not supported';
    case 'enabled': {
      if (model.thinking !== 'budget') return '"thinking.type.enabled" is not supported for this model';
      const budget = Number(thinking.budget_tokens);
      return budget >= 1024 && budget < Number(body.max_tokens) ? undefined : 'thinking.budget_tokens: out of range';
    }
    default:
      return 'thinking: unexpected tag';
  }
}

function checkParams(body: Fields, model: MessagesModel): string | undefined {
  if (!Number.isInteger(body.max_tokens)) return 'max_tokens: Field required';
  if (Number(body.max_tokens) > model.maxOutput) return 'max_tokens: more than the model may write';
  const isOn = thinkingModeOf(body, model) !== 'disabled';
  const isSampling = ['temperature', 'top_p', 'top_k'].some((name) => name in body);
  if (isSampling && (model.refusesSampling || isOn)) return 'sampling parameters are not supported here';
  if ('temperature' in body && 'top_p' in body) return 'temperature and top_p cannot both be specified';
  const choice = isFields(body.tool_choice) ? body.tool_choice.type : undefined;
  if (choice !== undefined && body.tools === undefined) return 'tool_choice may only be specified with tools';
  if (isOn && (choice === 'any' || choice === 'tool')) return 'thinking may not be enabled when tool use is forced';
  const config = isFields(body.output_config) ? body.output_config : {};
  const knowsEffort = model.thinking === 'adaptive' || model.thinking === 'always';
  if (config.effort !== undefined && !knowsEffort) return 'output_config.effort is not supported';
  return checkThinking(body, model);
}

function checkTools(body: Fields): string | undefined {
  if (body.tools === undefined) return undefined;
  const names = listOf(body.tools).map(({ name }) => String(name));
  if (names.length === 0 || names.some((name) => !acceptedName.test(name))) return 'tools.name: invalid';
  if (new Set(names).size !== names.length) return 'tools: names must be unique';
  const isTyped = listOf(body.tools).every(
    (tool) => isFields(tool.input_schema) && tool.input_schema.type === 'object',
  );
  return isTyped ? undefined : 'tools.input_schema.type: Field required';
}

function checkImage({ source }: Fields): string | undefined {
  if (!isFields(source)) return 'image.source: Field required';
  if (source.type === 'url') return /^https?:\/\//.test(String(source.url)) ? undefined : 'image.source.url: invalid';
  const isData = /^image\//.test(String(source.media_type)) && base64.test(String(source.data));
  return source.type === 'base64' && isData ? undefined : 'image.source: invalid';
}

function checkUser(blocks: readonly Fields[], open: Set<string>): string | undefined {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (blocks.slice(results.length).some(({ type }) => type === 'tool_result')) return 'tool_result must come first';
  for (const { tool_use_id: id } of results) {
    if (!open.delete(String(id))) return `unexpected tool_use_id: ${String(id)}`;
  }
  if (open.size > 0) return `tool_use ids without tool_result: ${[...open].join(', ')}`;
  for (const block of blocks) {
    if (!['text', 'image', 'tool_result'].includes(String(block.type)))
      return `a user cannot send ${String(block.type)}`;
    const problem = block.type === 'image' ? checkImage(block) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkAssistant(blocks: readonly Fields[], open: Set<string>): string | undefined {
  for (const block of blocks) {
    if (!['text', 'thinking', 'redacted_thinking', 'tool_use'].includes(String(block.type))) return 'unexpected block';
    if (block.type !== 'tool_use') continue;
    if (!acceptedName.test(String(block.id)) || open.has(String(block.id))) return 'tool_use.id: invalid or used twice';
    if (!acceptedName.test(String(block.name)) || !isFields(block.input)) return 'tool_use: invalid';
    open.add(String(block.id));
  }
  return undefined;
}

/** Signed thinking must be the server's own; the one of a turn that awaits results must be complete. */
function checkSignatures(
  blocks: readonly Fields[],
  signed: MessagesRules['signed'],
  isLast: boolean,
): string | undefined {
  const thinking = blocks.filter(isThinking).map((block) => JSON.stringify(block));
  const known = signed.find((turn) => thinking.every((block) => turn.some((own) => JSON.stringify(own) === block)));
  if (thinking.length > 0 && known === undefined) return 'Invalid `signature` in `thinking` block';
  const ids = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
  const turn = signed.find((own) => own.some(({ type, id }) => type === 'tool_use' && ids.includes(id)));
  if (!isLast || turn === undefined) return undefined;
  const shape = (list: readonly Fields[]) =>
    JSON.stringify(list.map((block) => (isThinking(block) ? block : { type: block.type })));
  return shape(turn) === shape(blocks) ? undefined : '`thinking` blocks of the latest message cannot be modified';
}

function checkMessages(body: Fields, model: MessagesModel, signed: MessagesRules['signed']): string | undefined {
  const messages = listOf(body.messages);
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant');
  const isOn = thinkingModeOf(body, model) !== 'disabled';
  const open = new Set<string>();
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.role !== 'user') return 'the conversation must end with a user message';
  for (const [at, { role, content }] of messages.entries()) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
    if (blocks.length === 0) return `messages.${at}: content must be non-empty`;
    if (blocks.some((block) => block.type === 'text' && isBlank(block))) return 'text content blocks must be non-empty';
    if (messages[at - 1]?.role === role) return 'roles must alternate';
    const problem = role === 'assistant' ? checkAssistant(blocks, open) : checkUser(blocks, open);
    if (problem !== undefined) return problem;
    const unsealed = role === 'assistant' && isOn ? checkSignatures(blocks, signed, at === lastAnswer) : undefined;
    if (unsealed !== undefined) return unsealed;
  }
  return undefined;
}

/** What the real server refuses with 400; undefined for a body it takes. */
export function checkMessagesBody(body: Fields, { models, signed }: MessagesRules): string | undefined {
  const model = models[String(body.model)];
  if (model === undefined) return `model: ${String(body.model)} not found`;
  if (listOf(body.system).some(isBlank)) return 'system: text content blocks must be non-empty';
  return checkParams(body, model) ?? checkTools(body) ?? checkMessages(body, model, signed);
}
