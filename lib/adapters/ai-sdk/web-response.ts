import type { HttpResponse } from '../ports';

/** How the body that a package read came to its end. */
export interface BodyEnding {
  /** What broke it, if anything did. */
  thrown: unknown;
  /** The wire's own end marker was read. */
  isMarked: boolean;
}

export function createBodyEnding(): BodyEnding {
  return { thrown: undefined, isMarked: false };
}

const endMarker = /(^|[\r\n])data: ?\[DONE\]/;
/** Nothing worth reading follows the marker, so it is looked for where the bytes end. */
const markerReach = 32;
const latin1 = new TextDecoder('latin1');
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function headersOf({ headers }: HttpResponse): Record<string, string> {
  const contentType = headers.get('content-type');
  return contentType === null ? {} : { 'content-type': contentType };
}

/**
 * An answer of the HTTP port in the form packages read. A broken body simply ends here, so that a package still gives
 * out what it has; why it ended is noted beside it. It also ends at the end marker, whether the connection does or not.
 */
export function toWebResponse(response: HttpResponse, ending: BodyEnding): Response {
  const init = { status: response.status, headers: headersOf(response) };
  if (bodiless.has(response.status)) return new Response(null, init);
  const iterator = response.body[Symbol.asyncIterator]();
  let tail = '';
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const step = await iterator.next();
      if (step.done) return controller.close();
      controller.enqueue(step.value);
      tail = (tail + latin1.decode(step.value.subarray(-markerReach))).slice(-markerReach);
      ending.isMarked = endMarker.test(tail);
    } catch (thrown) {
      ending.thrown = thrown;
    }
    if (ending.isMarked || ending.thrown !== undefined) controller.close();
  };
  const cancel = async () => {
    await iterator.return?.();
  };
  return new Response(new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 }), init);
}
