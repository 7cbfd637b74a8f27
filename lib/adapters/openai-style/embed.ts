import type { AdapterConfig, AdapterDependencies, Embedder } from '../ports';
import { askForVectors } from '../shared/embedding';
import { openConnection } from '../shared/provider-connection';
import type { OpenAiDialect } from './dialect';

interface Entry {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/** The vectors of an answer; servers need not keep the order of the texts. */
function vectorsOf(answer: unknown): unknown {
  const data: unknown = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return null;
  const entries = data.filter((entry): entry is Entry => typeof entry === 'object' && entry !== null);
  const placeOf = ({ index }: Entry, at: number) => (typeof index === 'number' ? index : at);
  return entries
    .map((entry, at) => ({ at: placeOf(entry, at), vector: entry.embedding }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ vector }) => vector);
}

/** Any server that speaks the protocol. */
export function createOpenAiStyleEmbedder(
  dialect: OpenAiDialect,
  config: AdapterConfig,
  dependencies: AdapterDependencies,
): Embedder {
  const connection = openConnection(
    { ...dialect, endpoints: ['/chat/completions', '/embeddings'] },
    config,
    dependencies,
  );
  const { apiKey } = connection;
  const headers = { accept: 'application/json', ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }) };
  return (request) =>
    askForVectors(connection, request, {
      path: '/embeddings',
      headers,
      body: { model: request.model, input: request.texts, encoding_format: 'float' },
      vectorsOf,
    });
}
