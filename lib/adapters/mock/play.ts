import { type MetonaError, MetonaErrorCode, type MetonaRequest, type MetonaTokenUsage } from '@/lib/ir';
import type { AnswerPart } from '../shared/answer-part';
import { classifyError } from '../shared/error-classification';
import { describeResult, type HistoryTurn, repairHistory } from '../shared/repair-history';
import { joinSystemPrompt } from '../shared/request-parts';
import { parseInput, type ToolCommand } from './commands';
import { describeInput, describeResults, describeThoughts, detectLanguage, splitText } from './texts';

const deltaMs = 15;
const slowWords = 60;
const slowWordMs = 100;

/** What one answer consists of, before it is spoken. */
interface MockAnswer {
  readonly thoughts: string;
  readonly text: string;
  readonly commands: readonly ToolCommand[];
}

export type Pause = (ms: number) => Promise<void>;

function estimateTokens(text: string): number {
  const wide = text.match(/[\u0250-\uffff]/g)?.length ?? 0;
  return Math.ceil(wide / 1.5 + (text.length - wide) / 4);
}

function estimateUsage(request: MetonaRequest, turns: readonly HistoryTurn[], answer: MockAnswer): MetonaTokenUsage {
  const results = turns.flatMap(({ calls }) => calls.map(({ result }) => describeResult(result)));
  const read = [joinSystemPrompt(request.systemPrompt), ...turns.map(({ message }) => message.content), ...results];
  const written = [answer.text, ...answer.commands.map(({ name, args }) => name + args)];
  const reasoningTokens = estimateTokens(answer.thoughts);
  const inputTokens = estimateTokens(read.join('\n'));
  const outputTokens = estimateTokens(written.join('\n')) + reasoningTokens;
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}

/** A new message of the user is obeyed; after tool results they are stated. */
function decideAnswer(request: MetonaRequest, turns: readonly HistoryTurn[]): MockAnswer {
  const asked = turns.findLast(({ message }) => message.role === 'user')?.message.content ?? '';
  const last = turns.at(-1);
  const { commands, text } = parseInput(asked);
  const thoughts = request.model === 'mock-thinking' ? describeThoughts(text || asked) : '';
  if (last !== undefined && last.calls.length > 0) {
    const lines = last.calls.map(({ call, result }) => `${call.name} → ${describeResult(result)}`);
    return { thoughts, text: describeResults(lines, detectLanguage(asked)), commands: [] };
  }
  const isObeyed = last?.message.role === 'user' && commands.length > 0;
  if (isObeyed) return { thoughts, text: text === '' ? '' : describeInput(text), commands };
  const said = describeInput(text || asked);
  return {
    thoughts,
    text: request.responseFormat === undefined ? said : JSON.stringify({ answer: said }),
    commands: [],
  };
}

async function* speak(type: 'text' | 'reasoning', text: string, pause: Pause): AsyncGenerator<AnswerPart> {
  for (const delta of splitText(text)) {
    await pause(deltaMs);
    yield { type, delta };
  }
}

async function* playAnswer(request: MetonaRequest, pause: Pause): AsyncGenerator<AnswerPart> {
  const turns = repairHistory(request.messages);
  const answer = decideAnswer(request, turns);
  yield* speak('reasoning', answer.thoughts, pause);
  yield* speak('text', answer.text, pause);
  for (const [index, { name, args }] of answer.commands.entries()) {
    await pause(deltaMs);
    yield { type: 'call_fragments', fragments: [{ index, id: `mock_${index + 1}`, name, args }] };
  }
  yield { type: 'usage', usage: estimateUsage(request, turns, answer) };
  yield { type: 'end' };
}

async function* playSlowly(pause: Pause): AsyncGenerator<AnswerPart> {
  for (let word = 1; word <= slowWords; word += 1) {
    await pause(slowWordMs);
    yield { type: 'text', delta: word === 1 ? 'word-1' : ` word-${word}` };
  }
  yield { type: 'usage', usage: { inputTokens: 10, outputTokens: slowWords, totalTokens: 10 + slowWords } };
  yield { type: 'end' };
}

async function* playCut(pause: Pause): AsyncGenerator<AnswerPart> {
  yield* speak('text', 'This answer breaks off in the middle of', pause);
  const message = 'the answer ended before it was complete';
  yield { type: 'fault', error: { code: MetonaErrorCode.NETWORK_ERROR, message, retryable: true } };
}

async function* playFailure(error: MetonaError): AsyncGenerator<AnswerPart> {
  yield { type: 'fault', error };
}

const refusal = (status: number, message: string) => playFailure(classifyError({ status, message }, 'mock'));

/** The scripted models; `isOffered` decides whether those for tests exist at all. */
export function play(request: MetonaRequest, pause: Pause, isOffered: boolean): AsyncGenerator<AnswerPart> {
  switch (isOffered || !/^mock-(slow|fail|cut)/.test(request.model) ? request.model : '') {
    case 'mock-1':
    case 'mock-thinking':
      return playAnswer(request, pause);
    case 'mock-slow':
      return playSlowly(pause);
    case 'mock-cut':
      return playCut(pause);
    case 'mock-fail-503':
      return refusal(503, 'the mock provider is overloaded, as it was asked to be');
    case 'mock-fail-401':
      return refusal(401, 'the mock provider refuses this key, as it was asked to');
    default:
      return refusal(404, `the mock provider has no model "${request.model.slice(0, 80)}"`);
  }
}
