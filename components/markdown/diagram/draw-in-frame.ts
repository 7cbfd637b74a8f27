import { readColours } from './use-colours';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What kind of diagram it is, and what its author calls it, as far as that is said. */
  readonly kind: string;
  readonly title: string;
}

const loadLimitMs = 30_000;
const drawLimitMs = 6000;
const longestSide = 6000;

function lengthOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 ? Math.min(Math.ceil(value), longestSide) : null;
}

/** What a frame says is a stranger's word: two lengths within bounds and two short texts are taken from it. */
export function readDrawing(data: unknown): Drawing | null {
  const { type, width, height, kind, title } = (data ?? {}) as Record<string, unknown>;
  const [across, down] = [lengthOf(width), lengthOf(height)];
  if (type !== 'drawn' || across === null || down === null) return null;
  return {
    width: across,
    height: down,
    kind: typeof kind === 'string' && /^[\w-]{1,40}$/.test(kind) ? kind : '',
    title: typeof title === 'string' ? title.slice(0, 200) : '',
  };
}

/** Hands a diagram to its frame and waits, for a bounded time, for what becomes of it: null when nothing does. */
export function drawInFrame(frame: Window, source: string, signal: AbortSignal): Promise<Drawing | null> {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const end = (drawing: Drawing | null) => {
      clearTimeout(timer);
      port.close();
      resolve(drawing);
    };
    timer = setTimeout(end, loadLimitMs, null);
    signal.addEventListener('abort', () => end(null), { once: true });
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if ((data as { type?: unknown } | null)?.type !== 'ready') return end(readDrawing(data));
      clearTimeout(timer);
      timer = setTimeout(end, drawLimitMs, null);
    };
    // A frame without origin can only be addressed as anyone; the port makes the answer its own.
    frame.postMessage({ source, ...readColours() }, '*', [port2]);
  });
}
