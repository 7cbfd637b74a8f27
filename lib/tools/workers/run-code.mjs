import { isFail, newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import { prelude } from './run-code/prelude.mjs';
import { serve } from './serve.mjs';

const limits = {
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  lines: 500,
  consoleChars: 14_000,
  resultChars: 12_000,
  jobs: 1_000_000,
  jobsAtOnce: 1000,
};
/** The program may wait for promises at its top level; its value comes back in `value`. */
const asyncProgram = 128;

/** The engine counts large blocks only one by one; what holds is that its memory cannot grow. */
const pageBytes = 65536;
const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: limits.memoryBytes / pageBytes });
const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));

/** What the program prints, up to a limit; text crosses the wall as text and never as an object. */
function createConsole() {
  const state = { lines: [], chars: 0, isCut: false };
  const print = (level, text) => {
    if (state.isCut) return;
    const room = limits.consoleChars - state.chars;
    state.lines.push({ level, text: text.slice(0, room) });
    state.chars += text.length;
    state.isCut = state.chars > limits.consoleChars || state.lines.length >= limits.lines;
  };
  return { state, print };
}

function textOf(vm, handle, most) {
  if (vm.typeof(handle) !== 'string') return '';
  const length = vm.getProp(handle, 'length').consume((found) => vm.getNumber(found));
  return length > most ? '[too long to show]' : vm.getString(handle);
}

/** Gives the program its console; what comes back writes a value of the sandbox out as text. */
function prepare(vm, print) {
  const printer = vm.newFunction('print', (level, text) => {
    print(textOf(vm, level, 10), textOf(vm, text, limits.resultChars));
  });
  const setUp = vm.unwrapResult(vm.evalCode(prelude, 'console.js'));
  return vm.unwrapResult(vm.callFunction(setUp, vm.undefined, printer));
}

function write(vm, writer, handle) {
  const written = vm.callFunction(writer, vm.undefined, handle);
  return isFail(written) ? '[cannot be shown]' : textOf(vm, written.value, limits.resultChars);
}

const tooLong = ({ seconds }) => ({ kind: 'timeout', message: `stopped after ${seconds} s` });
const outOfMemory = { kind: 'memory', message: 'stopped at 64 MB of memory' };

function errorOf(vm, handle, { writer, deadline }) {
  if (Date.now() >= deadline.at) return tooLong(deadline);
  const message = write(vm, writer, handle);
  if (/out of memory/.test(message)) return outOfMemory;
  return { kind: 'thrown', message };
}

/** Runs what the program left to promises; says why when that comes to no end. */
function settleJobs(vm, deadline) {
  for (let done = 0; done < limits.jobs; ) {
    if (Date.now() >= deadline.at) return tooLong(deadline);
    const ran = vm.runtime.executePendingJobs(limits.jobsAtOnce);
    // A job that throws rejects its promise; what fails here is the sandbox, at its limits.
    if (isFail(ran)) return Date.now() >= deadline.at ? tooLong(deadline) : outOfMemory;
    if (ran.value === 0) return null;
    done += ran.value;
  }
  return { kind: 'timeout', message: 'stopped: its promises never come to an end' };
}

function run(vm, code, at) {
  const started = vm.evalCode(code, 'program.js', asyncProgram);
  if (isFail(started)) return { error: errorOf(vm, started.error, at) };
  const unfinished = settleJobs(vm, at.deadline);
  if (unfinished) return { error: unfinished };
  const outcome = vm.getPromiseState(started.value);
  if (outcome.type === 'pending')
    return { error: { kind: 'thrown', message: 'it waits for something that never happens' } };
  if (outcome.type === 'rejected') return { error: errorOf(vm, outcome.error, at) };
  return settled(vm, vm.getProp(outcome.value, 'value'), at);
}

function settled(vm, handle, { writer, deadline }) {
  const state = vm.getPromiseState(handle);
  if (state.type === 'rejected') return { error: errorOf(vm, state.error, { writer, deadline }) };
  const value = state.type === 'fulfilled' ? state.value : handle;
  const result = vm.typeof(value) === 'undefined' ? null : write(vm, writer, value);
  return Date.now() >= deadline.at ? { error: tooLong(deadline) } : { result };
}

/** A runtime for this program alone. It is not taken apart afterwards: the thread ends with it. */
function runCode({ code, seconds }) {
  const runtime = quickJs.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(limits.stackBytes);
  const deadline = { at: Date.now() + seconds * 1000, seconds };
  runtime.setInterruptHandler(() => Date.now() >= deadline.at);
  const vm = runtime.newContext();
  const { state, print } = createConsole();
  let outcome;
  try {
    outcome = run(vm, code, { writer: prepare(vm, print), deadline });
  } catch {
    outcome = { error: Date.now() >= deadline.at ? tooLong(deadline) : outOfMemory };
  }
  return { result: null, ...outcome, console: state.lines, console_cut: state.isCut };
}

serve(runCode);
