import 'server-only';
import type { AdapterDependencies, AdapterTimeouts, HttpPort } from '@/lib/adapters';
import { createSafeFetch, type SafeFetch } from '@/lib/net/safe-fetch';
import type { Env } from './env';

type NetworkEnv = Pick<
  Env,
  'port' | 'privateOrigins' | 'connectTimeoutSeconds' | 'firstEventTimeoutSeconds' | 'idleTimeoutSeconds'
>;

const imageBytes = 10 * 1024 * 1024;
const imageTimeoutMs = 15_000;

/** The way out for providers: private addresses only where the operator allows them, no redirect, no port of ours. */
export function createProviderFetch(env: NetworkEnv): SafeFetch {
  return createSafeFetch({
    privateOrigins: env.privateOrigins,
    ownPorts: [env.port],
    connectTimeoutMs: env.connectTimeoutSeconds * 1000,
  });
}

/** The way out for addresses that a message or a model brings along: public ones on the usual ports only. */
export function createWebFetch(env: Pick<Env, 'port'>): SafeFetch {
  return createSafeFetch({ privateOrigins: [], ownPorts: [env.port], allowedPorts: [80, 443] });
}

/** The way out for MCP servers: what is private for providers is not for them, unless the operator says so as well. */
export function createMcpWayOut(env: Pick<Env, 'port' | 'mcpPrivateOrigins'>): SafeFetch {
  return createSafeFetch({ privateOrigins: env.mcpPrivateOrigins, ownPorts: [env.port] });
}

/** The way out for what manifests of plugins declare, which strangers wrote. */
export function createPluginWayOut(env: Pick<Env, 'port' | 'pluginPrivateOrigins'>): SafeFetch {
  return createSafeFetch({ privateOrigins: env.pluginPrivateOrigins, ownPorts: [env.port] });
}

export function toHttpPort(fetcher: SafeFetch, env: NetworkEnv): HttpPort {
  const firstByteTimeoutMs = Math.max(env.firstEventTimeoutSeconds, env.connectTimeoutSeconds) * 1000;
  return (url, request) => fetcher.fetch(url, { ...request, firstByteTimeoutMs });
}

/** Thinking may pause for longer than an answer, bytes of any kind for less. */
export function adapterTimeouts(env: NetworkEnv): AdapterTimeouts {
  const idleMs = env.idleTimeoutSeconds * 1000;
  return {
    firstEventMs: env.firstEventTimeoutSeconds * 1000,
    transportIdleMs: Math.min(60_000, idleMs),
    semanticIdleMs: idleMs,
    thinkingIdleMs: (idleMs * 5) / 3,
  };
}

export function createImageDownload(fetcher: SafeFetch): NonNullable<AdapterDependencies['downloadImage']> {
  return async (url, signal) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(imageTimeoutMs)]);
    const response = await fetcher.fetch(url, { signal: bounded, maxRedirects: 5, maxBytes: imageBytes });
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || !/^image\/(png|jpeg|gif|webp)\b/i.test(type)) {
      response.cancel();
      throw new Error('the address gave no image');
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  };
}
