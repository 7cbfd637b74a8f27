import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { MetonaFailure } from '@/lib/ir';
import { createLanes } from '../workers/lanes';
import type { PageContent } from './page-content';

const defaultTimeoutMs = 12_000;
const memoryMegabytes = 256;

// The thread loads the file as it stands; a bundle of the app has no place in it, nor has the app's environment.
const threadCode = `
const { parentPort, workerData } = require('node:worker_threads');
Promise.all(workerData.modules.map((file) => import(file))).then(([{ readPageContent }, { dropUnseen }]) => {
  parentPort.postMessage(readPageContent(workerData.html, workerData.url, dropUnseen));
});`;

const moduleUrls = () =>
  ['page-content', 'unseen'].map(
    (name) => pathToFileURL(`${/* turbopackIgnore: true */ process.cwd()}/lib/tools/web/${name}.ts`).href,
  );

const refuse = (message: string) => new MetonaFailure({ code: 'invalid_response', message, retryable: false });

const lanes = createLanes({ places: 2, perUser: 1 });

interface ReadOptions {
  readonly userId: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** A page of strangers is taken apart in a thread with limits of its own, so that none of them can hold up the others. */
export async function readPage(html: string, url: string, options: ReadOptions): Promise<PageContent> {
  const leaveLane = await lanes.take(options);
  try {
    options.signal.throwIfAborted();
    return await readInThread(html, url, options);
  } finally {
    leaveLane();
  }
}

async function readInThread(html: string, url: string, { signal, timeoutMs = defaultTimeoutMs }: ReadOptions) {
  const thread = new Worker(/* turbopackIgnore: true */ threadCode, {
    eval: true,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: { modules: moduleUrls(), html, url },
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, stackSizeMb: 4 },
  });
  const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await new Promise<PageContent>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', () => reject(refuse('The page could not be read: it is too large or too complicated.')));
      thread.once('exit', () => reject(refuse('The page could not be read.')));
      ends.addEventListener('abort', () => reject(refuse('The page is too complicated to be read in time.')), {
        once: true,
      });
    });
  } finally {
    await thread.terminate();
  }
}
