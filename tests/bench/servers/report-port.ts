import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free loopback port and tells it to whoever started this process; ends with it. */
export function serveForParent(server: Server): void {
  server.keepAliveTimeout = 60_000;
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 }, () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  );
  process.on('disconnect', () => process.exit(0));
}

export function providerOrigin(): string {
  const origin = process.argv[2];
  if (!origin) throw new Error('the origin of the provider is missing');
  return origin;
}
