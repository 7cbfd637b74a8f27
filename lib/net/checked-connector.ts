import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { NetFailure } from './net-failure';
import { literalAddress, type TargetPolicy } from './target-policy';

/** All addresses of a name. Rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemLookup: Lookup = (hostname) => resolve(hostname, { all: true });

interface ConnectorOptions {
  readonly policy: TargetPolicy;
  readonly lookup: Lookup;
  readonly timeoutMs: number;
}

/**
 * Dials one origin. The check sits in the socket's own lookup, so the address that was checked is the one dialled and a
 * name cannot change its mind in between.
 */
export function createCheckedConnector(target: URL, options: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    lookup: checkedLookup(target, options),
    timeout: options.timeoutMs,
    // One socket per request: aborting a request then closes its socket, which ends the provider's work.
    allowH2: false,
  });
  return (request, callback) => {
    const literal = literalAddress(target);
    try {
      if (literal !== null) options.policy.checkAddresses(target, [literal]);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connect(request, callback);
  };
}

function checkedLookup(target: URL, { policy, lookup }: ConnectorOptions): LookupFunction {
  return (hostname, options, callback) => {
    const answer = async () => {
      const addresses = await lookup(hostname);
      policy.checkAddresses(
        target,
        addresses.map(({ address }) => address),
      );
      const [first] = addresses;
      if (first === undefined) throw new NetFailure('dns');
      return { addresses: [...addresses], first };
    };
    answer().then(
      ({ addresses, first }) => {
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
