import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { Embedder, EmbeddingRequest } from '../ports';
import { checkVectors } from '../shared/embedding';
import { callHttp, readHttpError } from '../shared/http';
import type { ProviderConnection } from '../shared/provider-connection';
import { redactFailure } from '../shared/redact-failure';
import { toRequest } from './http-handover';
import { quietPackages } from './language-model';
import type { AiSdkProviderLine } from './provider-line';
import { describeSdkError } from './sdk-error';
import { createBodyEnding, toWebResponse } from './web-response';

const timeoutMs = 60_000;

/** The `fetch` of a package: through the HTTP port, a refusal as the failure it is. */
function fetchThrough({ dependencies, providerId, roomMs }: ProviderConnection, signal: AbortSignal) {
  const { http, now } = dependencies;
  return async (...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const prepared = toRequest(input, init, roomMs);
    const response = await callHttp(http, prepared.url, { ...prepared.http, signal });
    if (response.status > 299) throw new MetonaFailure(await readHttpError(response, { providerId, now, signal }));
    return toWebResponse(response, createBodyEnding());
  };
}

async function embed(line: AiSdkProviderLine, connection: ProviderConnection, request: EmbeddingRequest) {
  const { apiKey, baseUrl, providerId } = connection;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
  quietPackages();
  const [{ embedMany }, provider] = await Promise.all([
    import('ai'),
    line.load({ baseURL: baseUrl, apiKey, fetch: fetchThrough(connection, signal) }),
  ]);
  const model = (provider.embeddingModel ?? provider.textEmbeddingModel)?.call(provider, request.model);
  if (model === undefined) {
    const message = `${line.displayName} offers no embedding models`;
    throw new MetonaFailure({ code: MetonaErrorCode.INVALID_REQUEST, message, provider: providerId, retryable: false });
  }
  const { embeddings } = await embedMany({ model, values: [...request.texts], maxRetries: 0, abortSignal: signal });
  return checkVectors(embeddings, { count: request.texts.length, providerId });
}

/** The failure that a package may have wrapped. */
function failureIn(thrown: unknown): MetonaFailure | null {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause)
    if (cause instanceof MetonaFailure) return cause;
  return null;
}

/** Any provider of the AI SDK whose package has embedding models. */
export function createPackageEmbedder(line: AiSdkProviderLine, connection: ProviderConnection): Embedder {
  const { redaction, dependencies, providerId } = connection;
  return (request) =>
    redactFailure(redaction, dependencies, async () => {
      try {
        return await embed(line, connection, request);
      } catch (thrown) {
        const context = { provider: providerId, now: dependencies.now };
        throw failureIn(thrown) ?? new MetonaFailure(describeSdkError(thrown, context), { cause: thrown });
      }
    });
}
