import { StringDecoder } from 'node:string_decoder';
import type { Dialect } from './orders';

/** What one event of a stream says to the reader. */
interface Piece {
  readonly text?: string;
  readonly isEnd?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: events of three wires, whatever is not known of them is passed over
type Wire = any;

const nothing: Piece = {};
const end: Piece = { isEnd: true };

const readers: Readonly<Record<Dialect, (event: Wire) => Piece>> = {
  provider: ({ choices }) => ({ text: choices[0]?.delta.content ?? '' }),
  attempt: ({ type, delta }) => (type === 'text_delta' ? { text: delta } : type === 'done' ? end : nothing),
  run: (event) => {
    switch (event.type) {
      case 'text_delta':
        return { text: event.delta };
      case 'run_completed':
        return end;
      case 'run_failed':
      case 'run_cancelled':
      case 'error':
      case 'attempt_reset':
      case 'snapshot':
        throw new Error(`"${event.type}" came: ${JSON.stringify(event.error ?? '')}`);
      default:
        return nothing;
    }
  },
  ui: (event) => {
    if (event.type === 'text-delta') return { text: event.delta };
    if (event.type === 'error') throw new Error(`the peer failed: ${event.errorText}`);
    return event.type === 'finish' ? end : nothing;
  },
};

/** Cuts an event stream into its events. What was left of one when the stream broke off is forgotten. */
export class EventReader {
  readonly #dialect: Dialect;
  readonly #onText: (text: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  /** The id of the last whole event. */
  lastId = '';
  isEnded = false;

  constructor(dialect: Dialect, onText: (text: string) => void, lastId = '') {
    this.#dialect = dialect;
    this.#onText = onText;
    this.lastId = lastId;
  }

  read(bytes: Buffer): void {
    const frames = (this.#rest + this.#decoder.write(bytes)).split('\n\n');
    this.#rest = frames.pop() ?? '';
    for (const frame of frames) this.#readFrame(frame);
  }

  #readFrame(frame: string): void {
    let data = '';
    for (const line of frame.split('\n')) {
      if (line.startsWith('data: ')) data = line.slice(6);
      else if (line.startsWith('id: ')) this.#readId(line.slice(4));
    }
    if (data === '[DONE]') this.isEnded = true;
    if (data === '' || data === '[DONE]') return;
    const { text, isEnd } = readers[this.#dialect](JSON.parse(data));
    if (text) this.#onText(text);
    if (isEnd) this.isEnded = true;
  }

  #readId(id: string): void {
    if (this.lastId !== '' && Number(id) !== Number(this.lastId) + 1) {
      throw new Error(`event ${id} came after event ${this.lastId}`);
    }
    this.lastId = id;
  }
}
