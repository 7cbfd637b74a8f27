import 'server-only';
import type { TraceText } from '@/lib/ir';

/** Characters of one trace in which what was sent and said may be told, all attempts together. */
const MAX_ALL = 600_000;
const TAIL_SHARE = 0.25;

/** Values above this size are told as a text. */
const MAX_VALUE = 400_000;

/** Prepares texts for a trace: secrets go first, so that no cut leaves half of one, then what is too long. */
export class TraceTexts {
  readonly #redact: (text: string) => string;
  readonly #known = new Map<string, string>();
  #left = MAX_ALL;

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  text(whole: string, max: number): TraceText {
    return this.#cut(this.#redact(whole), { max, chars: whole.length });
  }

  /** The same for a message that many attempts sent. */
  messageText(id: string, whole: string, max: number): TraceText {
    const clean = this.#known.get(id) ?? this.#redact(whole);
    this.#known.set(id, clean);
    return this.#cut(clean, { max, chars: whole.length });
  }

  /** A text of which only the beginning was kept. */
  kept(kept: { text: string; chars: number } | undefined): TraceText {
    if (!kept) return { text: '', chars: 0, truncated: false };
    const shown = this.text(kept.text, kept.text.length);
    return { ...shown, chars: kept.chars, truncated: shown.truncated || kept.chars > kept.text.length };
  }

  /** JSON with every text in it cleaned; what is very large becomes a text. */
  value(value: unknown): { value: unknown; truncated: boolean } {
    const json = JSON.stringify(value ?? null);
    if (json.length > MAX_VALUE) return { value: this.#cutText(this.#redact(json), MAX_VALUE), truncated: true };
    return { value: this.clean(value ?? null), truncated: false };
  }

  clean<T>(value: T): T {
    return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
      typeof inner === 'string' ? this.#redact(inner) : inner,
    ) as T;
  }

  #cut(clean: string, of: { max: number; chars: number }): TraceText {
    const room = Math.min(of.max, this.#left);
    const truncated = clean.length > room;
    const text = truncated ? this.#cutText(clean, room) : clean;
    this.#left -= Math.min(text.length, this.#left);
    return { text, chars: of.chars, truncated };
  }

  #cutText(clean: string, room: number): string {
    const tail = Math.floor(room * TAIL_SHARE);
    const end = tail > 0 ? clean.slice(-tail).toWellFormed() : '';
    return `${clean.slice(0, room - tail).toWellFormed()}…${end}`;
  }
}
