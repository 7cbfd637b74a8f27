import 'server-only';

/** A wake-up that is remembered when it comes while nobody waits. */
export class Bell {
  readonly #signals: readonly AbortSignal[];
  #rung = false;
  /** At first, and whenever nothing better is known, the rows have to be asked. */
  #rows = true;
  #wake: (() => void) | null = null;

  constructor(signals: readonly AbortSignal[]) {
    this.#signals = signals;
    for (const signal of signals) signal.addEventListener('abort', this.ring, { once: true });
  }

  readonly ring = (): void => {
    this.#rung = true;
    this.#wake?.();
  };

  ringForRows(): void {
    this.#rows = true;
    this.ring();
  }

  /** Whether the rows have to be asked now; asking once is enough. */
  takeRows(): boolean {
    const rows = this.#rows;
    this.#rows = false;
    return rows;
  }

  /** False when nobody rang in time. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#rung) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(() => {
          this.#rows = true;
          resolve();
        }, ms);
      });
      clearTimeout(timer);
      this.#wake = null;
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }

  release(): void {
    for (const signal of this.#signals) signal.removeEventListener('abort', this.ring);
  }
}
