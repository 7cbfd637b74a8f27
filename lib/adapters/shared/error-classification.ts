import { type MetonaError, MetonaErrorCode } from '@/lib/ir';
import type { ErrorDetails } from './error-body';

/** A failure as a provider reported it: over HTTP with a status, or inside a stream without one. */
export interface ErrorSignal extends ErrorDetails {
  readonly status?: number;
}

type Verdict = readonly [code: MetonaErrorCode, retryable: boolean];
interface Rule {
  readonly verdict: Verdict;
  readonly statuses?: readonly number[];
  readonly words?: readonly string[];
  readonly text?: RegExp;
}

const overflow =
  /prompt is too long|request_too_large|input length and `?max_tokens`? exceed context limit|exceeds the context (?:window|length)|maximum context length|longer than the context length|exceeds the available context size|greater than the context length|exceeds the maximum number of tokens allowed|maximum prompt length is|exceeded max context length|exceeded model token limit/i;
const throttled = /rate.?limit|too many requests|too many tokens, please wait/i;
const missingModel = /\bmodels?\b[^.\n]{0,160}?(not found|(does )?not exist)|try pulling it first|^invalid model: /i;

/** The first matching rule wins. `words` are compared with the provider's code and type, `text` with its message. */
const rulesBeforeWording: readonly Rule[] = [
  {
    verdict: [MetonaErrorCode.QUOTA_EXCEEDED, false],
    statuses: [402],
    words: ['insufficient_quota', 'credit_balance_exhausted', 'billing_error'],
    text: /insufficient balance|insufficient_quota|credit_balance_exhausted/i,
  },
  { verdict: [MetonaErrorCode.CONTEXT_LENGTH_EXCEEDED, false], statuses: [413] },
  // Some providers refuse a wrong key with 400.
  { verdict: [MetonaErrorCode.AUTH_INVALID, false], text: /^(API key not valid|Incorrect API key provided)/ },
  {
    verdict: [MetonaErrorCode.CONTENT_FILTERED, false],
    words: ['content_filter', 'ResponsibleAIPolicyViolation'],
    text: /content exists risk|ResponsibleAIPolicy/i,
  },
];

const rulesAfterWording: readonly Rule[] = [
  { verdict: [MetonaErrorCode.AUTH_INVALID, false], statuses: [401, 403] },
  { verdict: [MetonaErrorCode.MODEL_NOT_FOUND, false], statuses: [404], words: ['model_not_found'] },
  { verdict: [MetonaErrorCode.RATE_LIMITED, true], statuses: [429] },
  { verdict: [MetonaErrorCode.NETWORK_TIMEOUT, true], statuses: [408, 504, 522, 524] },
  { verdict: [MetonaErrorCode.MODEL_OVERLOADED, true], statuses: [503, 529] },
  { verdict: [MetonaErrorCode.NETWORK_ERROR, true], statuses: [502, 520, 521, 523] },
  {
    verdict: [MetonaErrorCode.MODEL_OVERLOADED, true],
    words: ['overloaded_error', 'server_is_overloaded', 'slow_down', 'insufficient_system_resource'],
    text: /server busy|overloaded/i,
  },
  {
    verdict: [MetonaErrorCode.AUTH_INVALID, false],
    words: ['authentication_error', 'invalid_api_key', 'permission_error'],
  },
  { verdict: [MetonaErrorCode.RATE_LIMITED, true], words: ['rate_limit_error', 'rate_limit_exceeded', 'rate_limited'] },
  { verdict: [MetonaErrorCode.MODEL_NOT_FOUND, false], words: ['not_found_error'] },
  { verdict: [MetonaErrorCode.NETWORK_TIMEOUT, true], words: ['timeout_error'] },
  {
    verdict: [MetonaErrorCode.INVALID_REQUEST, false],
    words: ['unsupported_parameter', 'unsupported_value', 'invalid_request_error'],
  },
  { verdict: [MetonaErrorCode.SERVER_ERROR, true], words: ['api_error', 'server_error', 'internal_server_error'] },
];

function verdictByText(signal: ErrorSignal): Verdict | undefined {
  const message = signal.message ?? '';
  if (signal.status === 401 || signal.status === 403 || signal.status === 429) return undefined;
  if (signal.code === 'context_length_exceeded' || (overflow.test(message) && !throttled.test(message))) {
    return [MetonaErrorCode.CONTEXT_LENGTH_EXCEEDED, false];
  }
  return missingModel.test(message) ? [MetonaErrorCode.MODEL_NOT_FOUND, false] : undefined;
}

function verdictByStatus(status: number | undefined): Verdict {
  if (status === undefined || status >= 500) return [MetonaErrorCode.SERVER_ERROR, true];
  if (status >= 400) return [MetonaErrorCode.INVALID_REQUEST, false];
  if (status >= 300) return [MetonaErrorCode.INVALID_RESPONSE, false];
  return [MetonaErrorCode.UNKNOWN, false];
}

function matches(rule: Rule, signal: ErrorSignal): boolean {
  if (signal.status !== undefined && rule.statuses?.includes(signal.status)) return true;
  if (rule.words?.some((candidate) => candidate === signal.code || candidate === signal.type)) {
    return rule.verdict[0] !== MetonaErrorCode.INVALID_REQUEST || (signal.status ?? 400) < 500;
  }
  return rule.text?.test(signal.message ?? '') ?? false;
}

function judge(signal: ErrorSignal): Verdict {
  return (
    rulesBeforeWording.find((rule) => matches(rule, signal))?.verdict ??
    verdictByText(signal) ??
    rulesAfterWording.find((rule) => matches(rule, signal))?.verdict ??
    verdictByStatus(signal.status)
  );
}

/** An HTTP status that a provider put where a word belongs (`code: 429`, `type: "400"`). */
function statusInWords(signal: ErrorSignal): number | undefined {
  for (const value of [signal.code, signal.type]) {
    if (value !== undefined && /^[45]\d\d$/.test(value)) return Number(value);
  }
  return undefined;
}

/** The provider's failure in the IR's words; `message` is the provider's own, shortened, not yet redacted. */
export function classifyError(signal: ErrorSignal, provider: string): MetonaError {
  const status = signal.status ?? statusInWords(signal);
  const [code, retryable] = judge({ ...signal, ...(status !== undefined && { status }) });
  const expired = code === MetonaErrorCode.AUTH_INVALID && /expired/i.test(signal.message ?? '');
  const providerCode = signal.code ?? signal.type ?? (status === undefined ? undefined : `http_${status}`);
  return {
    code: expired ? MetonaErrorCode.AUTH_EXPIRED : code,
    message:
      signal.message ??
      (status === undefined ? 'the provider reported an error' : `the provider answered with HTTP ${status}`),
    provider,
    ...(providerCode !== undefined && { providerCode }),
    retryable,
  };
}
