import { type MetonaError, MetonaErrorCode } from '@/lib/ir';

/** Why a call failed, finer than the error codes: what differs here is what a person has to do about it. */
export type FailureCause =
  | 'region'
  | 'no_credit'
  | 'quota'
  | 'wrong_path'
  | 'unknown_host'
  | 'unreachable'
  | 'tls'
  | 'forbidden_address'
  | 'redirect';

interface Rule {
  readonly cause: FailureCause;
  readonly codes?: readonly MetonaError['code'][];
  readonly providerCode?: RegExp;
  readonly message?: RegExp;
  /** Words that speak against it. */
  readonly unlike?: RegExp;
}

const place = '(country|region|territory|location)';
const elsewhere = new RegExp(
  `${place}.{0,60}(not (supported|available|allowed)|unsupported|banned|blocked)|` +
    `(not (supported|available|allowed)|unsupported).{0,60}${place}|^request not allowed$|check your network settings`,
  'i',
);
const unpaid = /balance|credit|billing|payment|top.?up|recharge|欠费|余额/i;
const reached = [MetonaErrorCode.QUOTA_EXCEEDED, MetonaErrorCode.RATE_LIMITED] as const;
const connection = [MetonaErrorCode.NETWORK_ERROR] as const;

/** The first that matches counts; a rule without a pattern goes by the code alone. */
const rules: readonly Rule[] = [
  { cause: 'region', providerCode: /unsupported_country|unsupported_region/i },
  {
    cause: 'region',
    codes: [MetonaErrorCode.AUTH_INVALID, MetonaErrorCode.INVALID_REQUEST],
    message: elsewhere,
  },
  { cause: 'no_credit', codes: reached, message: unpaid },
  { cause: 'quota', codes: reached, message: /quota|per day|daily|monthly/i },
  { cause: 'no_credit', codes: [MetonaErrorCode.QUOTA_EXCEEDED] },
  {
    cause: 'wrong_path',
    codes: [MetonaErrorCode.MODEL_NOT_FOUND],
    // A server that knows the path speaks of the model; one that does not speaks of the page.
    unlike: /model|endpoints found/i,
  },
  { cause: 'forbidden_address', providerCode: /^forbidden_address$/ },
  { cause: 'redirect', providerCode: /^redirect$/ },
  { cause: 'unknown_host', codes: connection, providerCode: /^(ENOTFOUND|ENODATA|EAI_\w+|dns)$/ },
  {
    cause: 'unreachable',
    codes: connection,
    providerCode: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|connect_refused)$/,
  },
  {
    cause: 'tls',
    codes: connection,
    providerCode: /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|EPROTO|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|tls$)/,
  },
];

function matches({ codes, providerCode, message, unlike }: Rule, error: MetonaError): boolean {
  if (codes !== undefined && !codes.includes(error.code)) return false;
  if (providerCode !== undefined && !providerCode.test(error.providerCode ?? '')) return false;
  if (unlike?.test(error.message)) return false;
  return message === undefined || message.test(error.message);
}

/** Null where the error code says it all. */
export function failureCauseOf(error: MetonaError): FailureCause | null {
  return rules.find((rule) => matches(rule, error))?.cause ?? null;
}
