import { type AdapterSettings, createAdapter } from '@/lib/adapters';
import type { MetonaRequest, MetonaResponse, MetonaStreamEvent } from '@/lib/ir';
import { brokenRules, type Token, tokensOf } from './event-notation';
import { readings, recut, type WireScript } from './script';
import { createScriptedHttp, type SentRequest } from './scripted-http';

export const wireKey = 'sk-wire-9f8e7d6c5b4a3f2e1d0c';
export const wireTime = Date.parse('2026-11-30T08:00:00Z');

export function wireRequest(more: Partial<MetonaRequest> = {}): MetonaRequest {
  return {
    meta: { sessionId: 's_1', iteration: 1, requestId: 'r_1', timestamp: wireTime, agentVersion: '1' },
    model: 'wire-model',
    systemPrompt: { roleDefinition: 'You help.', outputConstraints: '', safetyGuidelines: '' },
    messages: [{ role: 'user', content: 'Hello', timestamp: wireTime }],
    params: {},
    ...more,
  };
}

export interface Outcome {
  readonly events: MetonaStreamEvent[];
  readonly response: MetonaResponse;
  readonly tokens: Token[];
  readonly broken: string[];
  readonly sent: SentRequest[];
  readonly closed: string[];
}

export interface DriveOptions {
  readonly request?: Partial<MetonaRequest>;
  readonly baseUrl?: string;
  readonly settings?: AdapterSettings;
  readonly signal?: AbortSignal;
  /** Answers to questions beside the model call. */
  readonly beside?: (request: SentRequest) => WireScript | undefined;
  readonly timeouts?: Parameters<typeof createAdapter>[1]['timeouts'];
  readonly downloadImage?: Parameters<typeof createAdapter>[1]['downloadImage'];
}

const isModelCall = ({ url }: SentRequest) => /\/(chat\/completions|api\/chat|v1\/messages)$/.test(url);

/** One streamed call of one provider against one script. */
export async function drive(
  providerId: string,
  script: WireScript | (() => WireScript),
  options: DriveOptions = {},
): Promise<Outcome> {
  const scripted = createScriptedHttp((request) => {
    if (isModelCall(request)) return typeof script === 'function' ? script() : script;
    return options.beside?.(request) ?? { status: 404, headers: {}, chunks: [], end: 'end' };
  });
  const isCustom = providerId === 'custom';
  let minted = 0;
  const adapter = createAdapter(
    {
      providerId,
      apiKey: wireKey,
      ...(isCustom && { kind: 'custom', baseUrl: 'http://wire.test/v1' }),
      ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
      ...(options.settings !== undefined && { settings: options.settings }),
    },
    {
      http: scripted.http,
      ids: () => `tc_${++minted}`,
      now: () => wireTime,
      ...(options.timeouts !== undefined && { timeouts: options.timeouts }),
      ...(options.downloadImage !== undefined && { downloadImage: options.downloadImage }),
    },
  );
  const events: MetonaStreamEvent[] = [];
  const callOptions = options.signal === undefined ? {} : { signal: options.signal };
  const response = await adapter.sendStream(wireRequest(options.request), (event) => events.push(event), callOptions);
  const { sent, closed } = scripted;
  return { events, response, tokens: tokensOf(events), broken: brokenRules(events, response), sent, closed };
}

/** The same script however its bytes are cut. */
export function driveEveryReading(
  providerId: string,
  script: WireScript,
  options: DriveOptions = {},
): Promise<Outcome[]> {
  return Promise.all(readings.map((reading) => drive(providerId, recut(script, reading), options)));
}

export function modelCall(outcome: Pick<Outcome, 'sent'>): SentRequest {
  const request = outcome.sent.find(isModelCall);
  if (request === undefined) throw new Error('no model call was made');
  return request;
}
