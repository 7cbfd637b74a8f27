import type { Queryable } from './sql';

/** Gives a value its place among the parameters of a statement: `$1`, `$2`, … */
export type Bind = (value: unknown) => string;

/**
 * Writes that go to the database in one statement. Each takes its rows from `gate`, the one row of the run: where that is
 * not as expected, nothing is written. No write sees another one of the same statement.
 */
export class WriteBatch {
  readonly #values: unknown[] = [];
  readonly #writes: string[] = [];
  readonly #rows = new Set<string>();

  readonly bind: Bind = (value) => {
    this.#values.push(value);
    return `$${this.#values.length}`;
  };

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  /** Whether a row is written already. */
  touches(row: string): boolean {
    return this.#rows.has(row);
  }

  add(row: string, write: string): void {
    this.#rows.add(row);
    this.#writes.push(write);
  }

  /** False when the gate is shut. */
  async send(client: Queryable, gate: string): Promise<boolean> {
    const parts = [gate, ...this.#writes].map(
      (part, index) => `${index === 0 ? 'gate' : `write_${index}`} AS (${part})`,
    );
    const { rows } = await client.query(`WITH ${parts.join(', ')} SELECT 1 FROM gate`, this.#values);
    return rows.length > 0;
  }
}

/** An insert behind the gate; `computed` columns are given as SQL. */
export function insertBehindGate(
  bind: Bind,
  table: string,
  of: { columns: Readonly<Record<string, unknown>>; computed?: Readonly<Record<string, string>> },
): string {
  const entries = [
    ...Object.entries(of.columns).map(([name, value]) => [name, bind(value)] as const),
    ...Object.entries(of.computed ?? {}),
  ];
  const names = entries.map(([name]) => name).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${entries.map(([, sql]) => sql).join(', ')} FROM gate`;
}
