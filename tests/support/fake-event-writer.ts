import type { EventWriter, WindowPart } from '@/lib/agent/ports';

export interface FakeLog {
  epoch: number;
  nextSeq: number;
  isRunning: boolean;
  readonly rows: { seq: number; event: WindowPart['events'][number] }[];
}

/** What happens to one write: it works, it never arrives, or it is committed and its answer is lost. */
export type Fate = 'works' | 'fails' | 'answer lost';

/** An event table in memory that refuses what PostgreSQL refuses, and breaks when it is told to. */
export class FakeEventWriter implements EventWriter {
  readonly logs = new Map<string, FakeLog>();
  readonly fates: Fate[] = [];
  readonly windows: (readonly WindowPart[])[] = [];
  /** While set, writes wait for it. */
  gate: Promise<void> | null = null;
  /** Events that cannot be stored, whatever is tried. */
  refuses: (event: WindowPart['events'][number]) => boolean = () => false;
  /** Heads cannot be asked so many more times. */
  deafHeads = 0;

  open(runId: string, epoch = 1): FakeLog {
    const log = { epoch, nextSeq: 0, isRunning: true, rows: [] };
    this.logs.set(runId, log);
    return log;
  }

  async writeWindow(parts: readonly WindowPart[]): Promise<ReadonlySet<string>> {
    this.windows.push(parts);
    await this.gate;
    await new Promise((resolve) => setImmediate(resolve));
    const fate = this.fates.shift() ?? 'works';
    if (fate === 'fails') throw new Error('connection terminated');
    if (parts.some((part) => part.events.some((event) => this.refuses(event)))) throw new Error('value too long');
    const written = new Set<string>();
    for (const part of parts) {
      const log = this.logs.get(part.runId);
      if (!log?.isRunning || log.epoch !== part.epoch || log.nextSeq !== part.expectedSeq) continue;
      part.events.forEach((event, index) => void log.rows.push({ seq: part.expectedSeq + index, event }));
      log.nextSeq += part.events.length;
      written.add(part.runId);
    }
    if (fate === 'answer lost') throw new Error('connection terminated');
    return written;
  }

  async heads(parts: readonly Pick<WindowPart, 'runId' | 'epoch'>[]): Promise<ReadonlyMap<string, number>> {
    if (this.deafHeads > 0) {
      this.deafHeads -= 1;
      throw new Error('connection terminated');
    }
    const heads = new Map<string, number>();
    for (const { runId, epoch } of parts) {
      const log = this.logs.get(runId);
      if (log?.isRunning && log.epoch === epoch) heads.set(runId, log.nextSeq);
    }
    return heads;
  }
}

/** What the fake says when it is only away. */
export const isAway = (error: unknown): boolean => error instanceof Error && error.message === 'connection terminated';
