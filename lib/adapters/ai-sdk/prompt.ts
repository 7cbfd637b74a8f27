import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import type { MetonaMessage, MetonaRequest } from '@/lib/ir';
import type { CatalogueEntry } from '../shared/model-catalogue';
import { type AnsweredCall, describeResult, type HistoryTurn } from '../shared/repair-history';
import { describeUnseenImages } from '../shared/request-parts';
import type { ToolNameCodec } from '../shared/tool-name-codec';
import { type ImageLoader, loadImage } from './images';
import type { AiSdkProviderLine } from './provider-line';
import { type ReplayBlock, readReplayBlocks } from './provider-state';

export interface PromptContext {
  readonly line: AiSdkProviderLine;
  readonly entry: CatalogueEntry;
  readonly request: MetonaRequest;
  readonly codec: ToolNameCodec;
  readonly turns: readonly HistoryTurn[];
  readonly images: ImageLoader;
}

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

async function serializeUser(message: MetonaMessage, { entry, images }: PromptContext) {
  const attached = message.images ?? [];
  const isBlind = attached.length > 0 && !entry.info.supportsImages;
  const text = isBlind ? describeUnseenImages(message.content, attached.length) : message.content;
  const files = isBlind ? [] : await Promise.all(attached.map((image) => loadImage(image, images)));
  const content = text === '' && files.length > 0 ? files : [{ type: 'text' as const, text }, ...files];
  return { role: 'user', content } satisfies LanguageModelV4Message;
}

function serializeCall({ call, wireId }: AnsweredCall, { codec }: PromptContext): LanguageModelV4ToolCallPart {
  return { type: 'tool-call', toolCallId: wireId, toolName: codec.toWire(call.name), input: call.args };
}

function replay(blocks: readonly ReplayBlock[], calls: readonly LanguageModelV4ToolCallPart[]): AssistantPart[] {
  const open = [...calls];
  const parts = blocks.flatMap((block): AssistantPart[] => {
    const options = block.metadata && { providerOptions: block.metadata };
    if (block.type !== 'call') return [{ type: block.type, text: block.text, ...options }];
    const call = open.shift();
    return call === undefined ? [] : [{ ...call, ...options }];
  });
  return [...parts, ...open];
}

function serializeAssistant(turn: HistoryTurn, context: PromptContext): LanguageModelV4Message[] {
  const { message, calls } = turn;
  const callParts = calls.map((call) => serializeCall(call, context));
  const asked = { provider: context.line.providerId, model: context.request.model };
  const blocks = readReplayBlocks(message, asked);
  const text: AssistantPart[] = message.content === '' ? [] : [{ type: 'text', text: message.content }];
  const content = blocks === undefined ? [...text, ...callParts] : replay(blocks, callParts);
  if (calls.length === 0) return [{ role: 'assistant', content }];
  const results = calls.map(({ call, wireId, result }) => {
    const type = result?.success ? ('text' as const) : ('error-text' as const);
    const output = { type, value: describeResult(result) };
    return { type: 'tool-result' as const, toolCallId: wireId, toolName: context.codec.toWire(call.name), output };
  });
  return [
    { role: 'assistant', content },
    { role: 'tool', content: results },
  ];
}

/** Ids in the one form the provider takes; the place in the conversation makes them unique and keeps them the same. */
function withAcceptedIds(turns: readonly HistoryTurn[], pattern: RegExp | undefined): readonly HistoryTurn[] {
  if (pattern === undefined) return turns;
  let count = 0;
  return turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => {
      count += 1;
      return pattern.test(call.wireId) ? call : { ...call, wireId: `c${String(count).padStart(8, '0')}` };
    }),
  }));
}

/** The conversation as the packages take it; instructions may only stand at its beginning. */
export async function serializePrompt(system: string, context: PromptContext): Promise<LanguageModelV4Prompt> {
  const prompt: LanguageModelV4Prompt = system === '' ? [] : [{ role: 'system', content: system }];
  for (const turn of withAcceptedIds(context.turns, context.line.callIdPattern)) {
    const { role, content } = turn.message;
    if (role === 'assistant') {
      prompt.push(...serializeAssistant(turn, context));
      continue;
    }
    if (role === 'system' && prompt.every((message) => message.role === 'system')) {
      prompt.push({ role: 'system', content });
      continue;
    }
    if (context.line.speaksAfterTools && prompt.at(-1)?.role === 'tool') {
      prompt.push({ role: 'assistant', content: [{ type: 'text', text: '…' }] });
    }
    prompt.push(await serializeUser(turn.message, context));
  }
  return prompt;
}
