import type { HttpPort } from '@/lib/adapters';
import { eventStream, lineStream, type WireScript } from '@/tests/support/wire/script';

/** Each event of the wire arrives in a read of its own, as from a model that is slower than the network. */
export const eventByEvent = (...pieces: readonly string[]): WireScript =>
  eventStream(...pieces.join('').split(/(?<=\n\n)/));
export const lineByLine = (...pieces: readonly string[]): WireScript => lineStream(...pieces.join('').split(/(?<=\n)/));

async function* play(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}

const nothing: readonly Uint8Array[] = [];

/** The recording for an adapter; what is asked besides is not there. */
export function playToAdapter({ status, headers, chunks }: WireScript): HttpPort {
  const given = new Headers(headers);
  return async (url) =>
    /\/(api\/show|api\/version|api\/tags|api\/ps|models)$/.test(url)
      ? { status: 404, headers: new Headers(), body: play(nothing) }
      : { status, headers: given, body: play(chunks) };
}

/** The same reads for a package, in the form `fetch` gives them. */
export function playToPackage({ status, headers, chunks }: WireScript): typeof globalThis.fetch {
  return async () => {
    const source = play(chunks);
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const step = await source.next();
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    };
    return new Response(new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }), {
      status,
      headers: { ...headers },
    });
  };
}
