import { Agent, Pool } from 'undici';
import { createCheckedConnector, type Lookup, systemLookup } from './checked-connector';
import { NetFailure, toNetFailure } from './net-failure';
import { nextHop } from './redirect';
import { type SafeRequest, type SafeResponse, sendOnce } from './send-once';
import { createTargetPolicy, literalAddress, type TargetPolicyOptions } from './target-policy';

export type { SafeRequest, SafeResponse } from './send-once';

export interface SafeFetchOptions extends TargetPolicyOptions {
  readonly connectTimeoutMs?: number;
  readonly lookup?: Lookup;
}

export interface SafeFetch {
  /** One request. Rejects with `NetFailure`; every status outside 3xx is an answer. */
  fetch(url: string, request?: SafeRequest): Promise<SafeResponse>;
  /** For saving an address: a name that does not resolve passes, one that resolves to a forbidden address does not. */
  assertAllowed(url: string): Promise<void>;
  /** Ends all connections, also those in use. */
  close(): Promise<void>;
}

/** The one way out of the process. Proxies named by the environment are not used. */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { connectTimeoutMs = 10_000, lookup = systemLookup } = options;
  const policy = createTargetPolicy(options);
  const agent = new Agent({
    allowH2: false,
    connections: 256,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    factory: (origin, poolOptions) => {
      const connect = createCheckedConnector(new URL(origin), { policy, lookup, timeoutMs: connectTimeoutMs });
      return new Pool(origin, { ...poolOptions, connect });
    },
  });

  return {
    async fetch(url, request = {}) {
      let hop = { url, request };
      for (let hops = 0; ; hops += 1) {
        const response = await sendOnce(agent, policy.parse(hop.url), hop.request);
        const isRedirect = response.status >= 300 && response.status <= 399;
        if (!isRedirect || request.returnsRedirects) return response;
        response.cancel();
        if (hops >= (request.maxRedirects ?? 0)) throw new NetFailure('redirect');
        hop = nextHop(hop, response);
      }
    },
    async assertAllowed(url) {
      const target = policy.parse(url);
      if (literalAddress(target) !== null) return;
      const addresses = await resolveWithin(connectTimeoutMs, lookup(target.hostname));
      policy.checkAddresses(target, addresses);
    },
    close: () => agent.destroy(),
  };
}

async function resolveWithin(timeoutMs: number, answer: ReturnType<Lookup>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never[]>((resolve) => {
    timer = setTimeout(() => resolve([]), timeoutMs);
  });
  try {
    const addresses = await Promise.race([answer, silence]);
    return addresses.map(({ address }) => address);
  } catch (error) {
    if (toNetFailure(error).kind === 'dns') return [];
    throw toNetFailure(error);
  } finally {
    clearTimeout(timer);
  }
}
