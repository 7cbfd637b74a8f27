import type { MetonaStoredMessage } from '@/lib/ir';
import { estimateMessageTokens } from './estimate-tokens';

type Path = readonly MetonaStoredMessage[];

/** The part of a path that a model reads: from the last summary on, which stands for all that comes before it. */
export function afterFold(path: Path): Path {
  const at = path.findLastIndex((message) => message.status === 'summary');
  return at < 0 ? path : path.slice(at);
}

export interface FoldPlan {
  /** Everything the summary will stand for, what earlier summaries stand for included. */
  readonly covered: Path;
  /** What is folded now: the last summary, if there is one, and the turns after it. */
  readonly fresh: Path;
  readonly kept: Path;
  /** The last message that is covered. */
  readonly coversId: string;
}

export interface FoldRoom {
  /** Whole turns that stay as they are if they fit. */
  readonly keepTurns: number;
  /** The question of the run: it and all after it stay, whatever their size. */
  readonly questionId: string;
  /** Tokens the kept turns may take when all `keepTurns` stay. */
  readonly most: number;
  /** Tokens they may take when fewer have to stay. */
  readonly aim: number;
}

/** Where to cut a path: before a question, so that no call loses its result. Null when there is nothing to fold. */
export function planFold(path: Path, room: FoldRoom): FoldPlan | null {
  const open = path.findLastIndex((message) => message.status === 'summary') + 1;
  const question = path.findIndex((message) => message.id === room.questionId);
  const starts = path.flatMap((message, index) =>
    message.role === 'user' && index > open && index <= question ? [index] : [],
  );
  const wanted = starts.slice(-room.keepTurns);
  const isShort = starts.length < room.keepTurns;
  const fits = (start: number, index: number) =>
    tokensOf(path.slice(start)) <= (index === 0 && !isShort ? room.most : room.aim);
  const start = wanted.find(fits) ?? wanted.at(-1);
  const last = start === undefined ? undefined : path[start - 1];
  if (start === undefined || last === undefined) return null;
  return {
    covered: path.slice(0, start),
    fresh: path.slice(Math.max(0, open - 1), start),
    kept: path.slice(start),
    coversId: last.id,
  };
}

function tokensOf(messages: Path): number {
  return messages.reduce(
    (sum, message) => (message.status === 'partial' ? sum : sum + estimateMessageTokens(message)),
    0,
  );
}
