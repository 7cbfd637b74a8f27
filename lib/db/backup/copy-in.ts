import { once } from 'node:events';
import type { Client, Connection, Submittable } from 'pg';

interface CopyConnection extends Connection {
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
}

/** The writing half of COPY, as pg drives a statement. */
class CopyIn implements Submittable {
  readonly settled: Promise<void>;
  readonly #statement: string;
  readonly #source: AsyncIterable<Buffer>;
  readonly #over = new AbortController();
  #failure: Error | null = null;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(statement: string, source: AsyncIterable<Buffer>) {
    this.#statement = statement;
    this.#source = source;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#over.signal.aborted) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal: this.#over.signal });
      }
      if (!this.#over.signal.aborted) connection.endCopyFrom();
    } catch (error) {
      if (this.#over.signal.aborted) return;
      this.#failure = error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('the source failed');
    }
  }

  handleError(error: Error): void {
    this.#over.abort();
    // The source's own failure says more than the server's answer to it.
    this.#reject(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleCommandComplete(): void {}
}

/** Runs `COPY … FROM STDIN` with what `source` gives. */
export function copyIn(client: Client, statement: string, source: AsyncIterable<Buffer>): Promise<void> {
  return client.query(new CopyIn(statement, source)).settled;
}
