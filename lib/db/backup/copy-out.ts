import type { Client, Connection, Submittable } from 'pg';

/** Beyond this what the server sends stays in its socket until the reader has caught up. */
const MOST_WAITING_BYTES = 131_072;

/** The reading half of COPY, as pg drives a statement. */
class CopyOut implements Submittable {
  readonly #statement: string;
  #connection: Connection | null = null;
  #rows: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor(statement: string) {
    this.#statement = statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    // A copy: the parser goes on to use the memory behind it.
    this.#rows.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes > MOST_WAITING_BYTES) connection.stream.pause();
    this.#wake();
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.#ended = true;
    this.#wake();
  }

  handleReadyForQuery(): void {
    this.#ended = true;
    this.#wake();
  }

  handleCommandComplete(): void {}

  async next(): Promise<Buffer[] | null> {
    while (this.#rows.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    this.#connection?.stream.resume();
    return rows.length > 0 ? rows : null;
  }
}

/**
 * What `COPY … TO STDOUT` answers, some rows at a time, each with its line feed. A reader that stops early has to close
 * the connection.
 */
export async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer[]> {
  const copy = client.query(new CopyOut(statement));
  for (let rows = await copy.next(); rows !== null; rows = await copy.next()) yield rows;
}
