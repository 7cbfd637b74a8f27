import type { WireScript } from './script';

export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown> | undefined;
}

interface PortRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

interface PortResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ScriptedHttp {
  readonly http: (url: string, request: PortRequest) => Promise<PortResponse>;
  readonly sent: SentRequest[];
  /** Bodies whose connection was closed before their end. */
  readonly closed: string[];
}

/** An HTTP port that answers from scripts, without a socket. `route` may throw what a broken connection throws. */
export function createScriptedHttp(route: (request: SentRequest) => WireScript): ScriptedHttp {
  const sent: SentRequest[] = [];
  const closed: string[] = [];
  return {
    sent,
    closed,
    async http(url, { method, headers, body, signal }) {
      signal.throwIfAborted();
      const request: SentRequest = { url, method, headers, body: body === undefined ? undefined : JSON.parse(body) };
      sent.push(request);
      const script = route(request);
      return {
        status: script.status,
        headers: new Headers(script.headers),
        body: play(script, signal, () => closed.push(url)),
      };
    },
  };
}

async function* play(script: WireScript, signal: AbortSignal, onClose: () => void): AsyncGenerator<Uint8Array> {
  let isFinished = false;
  try {
    for (const chunk of script.chunks) yield chunk;
    if (script.end === 'reset')
      throw new TypeError('terminated', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
    if (script.end === 'hang') await waitForAbort(signal);
    isFinished = true;
  } finally {
    if (!isFinished) onClose();
  }
}

function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
  });
}
