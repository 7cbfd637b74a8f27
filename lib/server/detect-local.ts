import 'server-only';
import type { ProviderDescriptor } from '@/lib/adapters';
import { type LocalServer, originOf } from './provider-directory';

// Where nothing listens, the answer is there at once; a machine that is busy needs longer.
const probeTimeoutMs = 1_000;
const listTimeoutMs = 1_500;
const rememberMs = 30_000;
/** Somebody may be about to start it. */
const rememberMissMs = 5_000;

type Ask<Answer> = (descriptor: ProviderDescriptor, signal: AbortSignal) => Promise<Answer>;

export interface DetectionDependencies {
  readonly privateOrigins: readonly string[];
  readonly probe: Ask<boolean>;
  readonly firstModel: Ask<string | null>;
  readonly now: () => number;
}

/** What is answered in time, else this. */
async function inTime<Answer>(milliseconds: number, otherwise: Answer, ask: (signal: AbortSignal) => Promise<Answer>) {
  const signal = AbortSignal.timeout(milliseconds);
  const tooLate = new Promise<Answer>((resolve) =>
    signal.addEventListener('abort', () => resolve(otherwise), { once: true }),
  );
  return await Promise.race([ask(signal).catch(() => otherwise), tooLate]);
}

/** Asks the usual address of a local server whether it is there: bounded, remembered, and only where the operator allows. */
export function createLocalDetection({ privateOrigins, probe, firstModel, now }: DetectionDependencies) {
  const remembered = new Map<string, { until: number; answer: Promise<LocalServer | null> }>();

  const ask = async (descriptor: ProviderDescriptor): Promise<LocalServer | null> => {
    if (!(await inTime(probeTimeoutMs, false, (signal) => probe(descriptor, signal)))) return null;
    return { model: await inTime(listTimeoutMs, null, (signal) => firstModel(descriptor, signal)) };
  };

  return async (descriptor: ProviderDescriptor): Promise<LocalServer | null> => {
    if (!privateOrigins.includes(originOf(descriptor.defaultBaseUrl))) return null;
    const known = remembered.get(descriptor.id);
    if (known && now() < known.until) return await known.answer;
    const entry = { until: now() + rememberMs, answer: ask(descriptor) };
    remembered.set(descriptor.id, entry);
    const found = await entry.answer;
    if (found === null) entry.until = now() + rememberMissMs;
    return found;
  };
}
