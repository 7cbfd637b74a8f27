import 'server-only';
import type { ProviderDescriptor } from '@/lib/adapters';
import { originOf } from './provider-directory';

const probeTimeoutMs = 300;
const rememberMs = 30_000;

export interface DetectionDependencies {
  readonly privateOrigins: readonly string[];
  readonly probe: (descriptor: ProviderDescriptor, signal: AbortSignal) => Promise<boolean>;
  readonly now: () => number;
}

/** Asks the usual address of a local server whether it is there: bounded, remembered, and only where the operator allows. */
export function createLocalDetection({ privateOrigins, probe, now }: DetectionDependencies) {
  const remembered = new Map<string, { at: number; answer: Promise<boolean> }>();

  const ask = (descriptor: ProviderDescriptor): Promise<boolean> => {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const tooLate = new Promise<boolean>((resolve) =>
      signal.addEventListener('abort', () => resolve(false), { once: true }),
    );
    return Promise.race([probe(descriptor, signal).catch(() => false), tooLate]);
  };

  return async (descriptor: ProviderDescriptor): Promise<boolean> => {
    if (!privateOrigins.includes(originOf(descriptor.defaultBaseUrl))) return false;
    const known = remembered.get(descriptor.id);
    if (known && now() - known.at < rememberMs) return await known.answer;
    const answer = ask(descriptor);
    remembered.set(descriptor.id, { at: now(), answer });
    return await answer;
  };
}
