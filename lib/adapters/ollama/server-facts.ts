import type { HttpPort, ModelOverride } from '../ports';
import { type LookupContext, lookUpJson } from '../shared/http';

/** What the server says a model can do; undefined where it does not say. */
export interface ModelFacts {
  readonly capabilities: ReadonlySet<string> | undefined;
  readonly contextLength: number | undefined;
}

type Fields = Record<string, unknown>;
const freshForMs = 10 * 60_000;
const unknownFacts: ModelFacts = { capabilities: undefined, contextLength: undefined };

interface Remembered {
  readonly at: number;
  readonly value: Promise<unknown>;
}

// Adapters are made per run; the facts live as long as the HTTP port that fetched them.
const memories = new WeakMap<HttpPort, Map<string, Remembered>>();

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readModelFacts(value: unknown): ModelFacts {
  if (!isFields(value)) return unknownFacts;
  const info = isFields(value.model_info) ? value.model_info : {};
  const length = info[`${String(info['general.architecture'])}.context_length`];
  const { capabilities } = value;
  return {
    capabilities: Array.isArray(capabilities)
      ? new Set(capabilities.filter((item) => typeof item === 'string'))
      : undefined,
    contextLength: typeof length === 'number' && Number.isInteger(length) && length > 0 ? length : undefined,
  };
}

const capabilityNames = [
  ['tools', 'supportsToolCalling'],
  ['vision', 'supportsImages'],
  ['thinking', 'supportsThinking'],
] as const;

/** What the server says, as far as the user does not know better. */
export function overrideFacts(facts: ModelFacts, override: ModelOverride | undefined): ModelFacts {
  if (override === undefined) return facts;
  const capabilities = new Set(facts.capabilities ?? ['completion', 'tools', 'vision']);
  for (const [name, field] of capabilityNames) {
    if (override[field] === true) capabilities.add(name);
    if (override[field] === false) capabilities.delete(name);
  }
  return { capabilities, contextLength: override.contextWindow ?? facts.contextLength };
}

function isAtLeast(version: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Asks the server about itself and its models, each question once in ten minutes. */
export class ServerFacts {
  readonly #context: LookupContext;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #known: Map<string, ModelFacts> = new Map();

  constructor(context: LookupContext, baseUrl: string, headers: Record<string, string>) {
    this.#context = context;
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  /** What has been learned so far, without asking. */
  peek(model: string): ModelFacts {
    return this.#known.get(model) ?? unknownFacts;
  }

  /** A server that does not answer the question may still answer the call: then nothing is known. */
  async ofModel(model: string, signal?: AbortSignal): Promise<ModelFacts> {
    const facts = readModelFacts(await this.#ask('/api/show', { model }, signal).catch(() => undefined));
    this.#known.set(model, facts);
    return facts;
  }

  /** Older servers refuse the word for the highest effort. */
  async knowsHighestEffort(signal?: AbortSignal): Promise<boolean> {
    const answer = await this.#ask('/api/version', undefined, signal).catch(() => undefined);
    return isFields(answer) && typeof answer.version === 'string' && isAtLeast(answer.version, 0, 22);
  }

  #ask(path: string, body: Fields | undefined, signal: AbortSignal | undefined): Promise<unknown> {
    const { http, now } = this.#context;
    const memory = memories.get(http) ?? new Map<string, Remembered>();
    memories.set(http, memory);
    const key = `${this.#baseUrl}${path} ${JSON.stringify(body ?? null)}`;
    const remembered = memory.get(key);
    if (remembered !== undefined && now() - remembered.at < freshForMs) return remembered.value;
    const value = lookUpJson({ ...this.#context, ...(signal !== undefined && { signal }) }, this.#baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    memory.set(key, { at: now(), value });
    value.catch(() => memory.delete(key));
    return value;
  }
}
