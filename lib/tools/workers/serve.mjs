import { parentPort } from 'node:worker_threads';

const maxMessageChars = 1000;

/** The other side: of a thread, or of a process where only its end stops what runs. */
const port = parentPort ?? {
  on: (event, listener) => process.on(event, listener),
  postMessage: (message) => process.send?.(message),
};

/**
 * The program's side of `runInWorker`: says when it is loaded, then answers one input after the other. What `work` throws
 * is told to the model, so it never names anything of the host.
 */
export function serve(work) {
  port.on('message', async (input) => {
    try {
      port.postMessage({ type: 'answer', answer: await work(input) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({ type: 'failure', message: message.slice(0, maxMessageChars) });
    }
  });
  port.postMessage({ type: 'ready' });
}
