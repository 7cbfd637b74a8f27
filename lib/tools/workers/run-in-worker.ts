import { MetonaFailure } from '@/lib/ir';
import { createLanes } from './lanes';
import { startProcess, type Thread } from './start-process';

type WorkerProgram = 'search-files' | 'calculate' | 'run-code' | 'analyze-csv' | 'query-data';

export interface WorkerJob {
  readonly program: WorkerProgram;
  readonly input: unknown;
  /** Whose call it is. */
  readonly userId: string;
  readonly signal: AbortSignal;
  /** Counted from when the program is loaded. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** For programs that keep nothing of a call: the next one need not load it again. */
  readonly isReusable?: boolean;
  /** For programs that may be busy outside of JavaScript, where a thread cannot be stopped: a process can. */
  readonly isProcess?: boolean;
}

type Message =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly answer: unknown }
  | { readonly type: 'failure'; readonly message: string };

const loadLimitMs = 30_000;
const idleLimitMs = 60_000;
/** Two-core machines are shared: few run at once, and of one user one fewer. */
const lanes = createLanes({ places: 3, perUser: 2 });
const idleWorkers = new Map<WorkerProgram, Thread>();

const failure = (message: string) => new MetonaFailure({ code: 'invalid_request', message, retryable: false });

/**
 * Gives the input to a program in a thread of its own, without environment, standard input or any module of the app, and
 * with bounded memory; it is killed when its time is up or the call ends.
 */
export async function runInWorker<Answer>(job: WorkerJob): Promise<Answer> {
  const leaveLane = await lanes.take(job);
  try {
    job.signal.throwIfAborted();
    return (await runToAnswer(job)) as Answer;
  } finally {
    leaveLane();
  }
}

function startWorker(job: WorkerJob): Thread {
  const { program, memoryMb } = job;
  // Plain files beside the sources: the build has no part in them.
  const folder = [process.cwd(), 'lib', 'tools', 'workers'].join('/');
  const file = `${folder}/${program}.mjs`;
  if (job.isProcess) return startProcess(file, { heapMb: memoryMb / 2, folder });
  // Asked for at run time: a bundler that sees the class takes every file of the project for a worker.
  const { Worker: WorkerThread } = process.getBuiltinModule('node:worker_threads');
  return new WorkerThread(file, {
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
}

/** A worker without any listeners at all would lose its own as well, and hear nothing any more. */
function deafen(worker: Thread): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function takeIdle(program: WorkerProgram): Thread | undefined {
  const worker = idleWorkers.get(program);
  idleWorkers.delete(program);
  if (worker) deafen(worker);
  worker?.ref();
  return worker;
}

/** Keeps a worker for the next call; it holds up no exit of the process and goes when nobody needs it. */
function keepIdle(program: WorkerProgram, worker: Thread): void {
  if (idleWorkers.has(program)) {
    stop(worker);
    return;
  }
  idleWorkers.set(program, worker);
  worker.unref();
  const forget = () => {
    if (idleWorkers.get(program) === worker) idleWorkers.delete(program);
  };
  worker.on('error', forget);
  worker.on('exit', forget);
  setTimeout(() => {
    if (idleWorkers.get(program) !== worker) return;
    forget();
    stop(worker);
  }, idleLimitMs).unref();
}

function stop(worker: Thread): void {
  deafen(worker);
  worker.on('error', () => undefined);
  worker.terminate().catch(() => undefined);
}

function crashFailure(error: unknown, { memoryMb }: WorkerJob): MetonaFailure {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const isKilled = error === 'SIGKILL' || error === 'SIGABRT';
  if (!isMemory && !isKilled)
    return new MetonaFailure({ code: 'server_error', message: 'it crashed and was stopped', retryable: false });
  return failure(`it needed more than ${memoryMb} MB of memory and was stopped`);
}

function runToAnswer(job: WorkerJob): Promise<unknown> {
  const { program, input, signal, timeoutMs, isReusable = false } = job;
  return new Promise((resolve, reject) => {
    const warm = isReusable ? takeIdle(program) : undefined;
    const worker = warm ?? startWorker(job);
    let timer: ReturnType<typeof setTimeout>;
    const settle = (finish: () => void, keep = false) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      deafen(worker);
      if (keep && isReusable) keepIdle(program, worker);
      else stop(worker);
      finish();
    };
    const onAbort = () => settle(() => reject(signal.reason));
    const limit = (ms: number) => {
      clearTimeout(timer);
      const text = `it did not finish within ${ms / 1000} s and was stopped`;
      timer = setTimeout(() => settle(() => reject(failure(text))), ms);
    };
    const begin = () => {
      limit(timeoutMs);
      worker.postMessage(input);
    };
    worker.on('message', (received) => {
      const message = received as Message;
      if (message.type === 'ready') begin();
      else if (message.type === 'answer') settle(() => resolve(message.answer), true);
      else settle(() => reject(failure(message.message)), true);
    });
    worker.on('error', (error) => settle(() => reject(crashFailure(error, job))));
    worker.on('exit', (_code, end) => settle(() => reject(crashFailure(end, job))));
    signal.addEventListener('abort', onAbort);
    if (warm) begin();
    else limit(loadLimitMs);
  });
}
