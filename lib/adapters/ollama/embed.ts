import type { Embedder } from '../ports';
import { askForVectors } from '../shared/embedding';
import type { ProviderConnection } from '../shared/provider-connection';

/** The server cuts texts that its model cannot take whole. */
export function createOllamaEmbedder(connection: ProviderConnection): Embedder {
  const { apiKey, settings } = connection;
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  return (request) =>
    askForVectors(connection, request, {
      path: '/api/embed',
      headers,
      body: {
        model: request.model,
        input: request.texts,
        truncate: true,
        ...(settings.keepAlive !== undefined && { keep_alive: settings.keepAlive }),
      },
      vectorsOf: (answer) => (answer as { embeddings?: unknown } | null)?.embeddings,
    });
}
