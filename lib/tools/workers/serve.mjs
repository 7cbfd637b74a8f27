import { parentPort } from 'node:worker_threads';

const maxMessageChars = 1000;

/**
 * The worker's side of `runInWorker`: says when it is loaded, then answers one input after the other. What `work` throws
 * is told to the model, so it never names anything of the host.
 */
export function serve(work) {
  if (!parentPort) throw new Error('this program runs as a worker');
  parentPort.on('message', async (input) => {
    try {
      parentPort.postMessage({ type: 'answer', answer: await work(input) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      parentPort.postMessage({ type: 'failure', message: message.slice(0, maxMessageChars) });
    }
  });
  parentPort.postMessage({ type: 'ready' });
}
