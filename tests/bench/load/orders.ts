/** What a stream shall be. It travels as the user's message, so that every contestant hands it on unchanged. */
export interface SpeechOrder {
  readonly id: string;
  readonly tokens: number;
  /** Tokens per second; 0 for as fast as they are taken. */
  readonly rate: number;
  /** Each token says when it was sent. */
  readonly stamped?: boolean;
  /** Markdown instead of numbers. */
  readonly isMarkdown?: boolean;
}

/** How a contestant writes its stream: a whole run, one attempt in our events, the provider's own, the AI SDK's chat. */
export type Dialect = 'run' | 'attempt' | 'provider' | 'ui';

export interface StreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly dialect: Dialect;
  readonly order: SpeechOrder;
}

export type Job =
  | {
      readonly kind: 'streams';
      readonly requests: readonly StreamRequest[];
      readonly spreadMs: number;
      /** The provider is told when to end. */
      readonly isOpenEnded?: boolean;
    }
  | {
      readonly kind: 'ramp';
      readonly requests: readonly StreamRequest[];
      readonly first: number;
      readonly growth: number;
      readonly stepMs: number;
      readonly maxLagMs: number;
      readonly stopUrl: string;
    }
  | {
      readonly kind: 'cuts';
      readonly requests: readonly StreamRequest[];
      readonly cutsEach: number;
      /** Where the stream of a run is resumed, with `{run}` for the run. */
      readonly resumeUrl: string;
    }
  | {
      readonly kind: 'downloads';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly times: number;
    };

export interface StreamReport {
  readonly firstTokenMs: number;
  readonly bytes: number;
  readonly tokens: number;
}

export interface RampReport {
  /** The most streams that ran at once with the lag in its bounds, and the lag at every step. */
  readonly held: number;
  readonly steps: readonly { readonly streams: number; readonly p99: number }[];
  /** Tokens read of each stream. */
  readonly read: Readonly<Record<string, number>>;
}

export interface DownloadReport {
  readonly ms: readonly number[];
  readonly bytes: number;
}

export interface Reports {
  readonly streams: readonly StreamReport[];
  readonly ramp: RampReport;
  readonly cuts: { readonly cuts: number; readonly tokens: number };
  readonly downloads: DownloadReport;
}

/** Unix ms with fractions, the same in every process of the machine. */
export const preciseNow = (): number => performance.timeOrigin + performance.now();

/** Stamps count from here, to be short. */
export const STAMP_EPOCH = 1_780_000_000_000;
export const STAMPS_PER_MS = 10;
