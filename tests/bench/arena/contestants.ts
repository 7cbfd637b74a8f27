import type { Dialect, SpeechOrder, StreamRequest } from '../load/orders';
import { chatApp } from './chat-app';
import { once } from './once';
import { product } from './product';
import { provider, startServer } from './provider';

/** Everyone who can be asked for a stream, by the names of the documentation. */
export type ContestantName = 'ours' | 'A1' | 'A2' | 'A3' | 'A3p' | 'A3n';

export const described: Readonly<Record<Exclude<ContestantName, 'ours'>, string>> = {
  A1: 'A1, byte pipe',
  A2: 'A2, event pipe',
  A3: 'A3, streamText route',
  A3p: 'A3p, with history and saving',
  A3n: 'A3n, saving each chunk',
};

interface Contestant {
  readonly pid: number;
  /** `chat` keeps the streams of one conversation together, where there is such a thing. */
  request(order: SpeechOrder, chat?: string): StreamRequest;
}

const json = { 'content-type': 'application/json' };

async function startPipe(file: string, dialect: Dialect): Promise<Contestant> {
  const { origin, pid } = await startServer(file, [(await provider()).origin]);
  const request = (order: SpeechOrder): StreamRequest => {
    const messages = [{ role: 'user', content: JSON.stringify(order) }];
    const body = JSON.stringify({ model: 'bench-wide', stream: true, messages });
    return { url: origin, headers: json, body, dialect, order };
  };
  return { pid, request };
}

async function useRoute(route: string): Promise<Contestant> {
  const { url, pid } = await chatApp();
  const request = (order: SpeechOrder, chat = order.id): StreamRequest => ({
    url: `${url}/api/${route}`,
    headers: json,
    body: JSON.stringify({ chat, text: JSON.stringify(order) }),
    dialect: 'ui',
    order,
  });
  return { pid, request };
}

async function useProduct(): Promise<Contestant> {
  const { url, headers, pid, providerId } = await product();
  const request = (order: SpeechOrder, chat?: string): StreamRequest => ({
    url: `${url}/api/agent/runs`,
    headers: { ...json, ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({
      input: JSON.stringify(order),
      provider_id: providerId,
      model: 'bench-wide',
      ...(chat !== undefined && { session_id: chat }),
    }),
    dialect: 'run',
    order,
  });
  return { pid, request };
}

export const contestants: Readonly<Record<ContestantName, () => Promise<Contestant>>> = {
  ours: once(useProduct),
  A1: once(() => startPipe('servers/byte-pipe.ts', 'provider')),
  A2: once(() => startPipe('servers/event-pipe.ts', 'attempt')),
  A3: once(() => useRoute('plain')),
  A3p: once(() => useRoute('saved')),
  A3n: once(() => useRoute('chunks')),
};

let ordered = 0;

/** An order with a name of its own. */
export function newOrder(of: Omit<SpeechOrder, 'id'>): SpeechOrder {
  ordered += 1;
  return { id: `s${ordered}`, ...of };
}

/** The names in another order every time, so that none is always the first. */
export function rotated<T>(names: readonly T[], round: number): T[] {
  const by = round % names.length;
  return [...names.slice(by), ...names.slice(0, by)];
}
