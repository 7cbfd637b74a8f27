import 'server-only';

/** What a text may hold that its writer would not publish; the names are those of the interface's texts. */
export const secretKinds = [
  'own_key',
  'api_key',
  'access_token',
  'google_key',
  'aws_key',
  'slack_token',
  'json_web_token',
  'private_key',
  'password',
  'url_with_password',
  'email',
  'payment_card',
  'identity_number',
] as const;
export type SecretKind = (typeof secretKinds)[number];

interface SecretShape {
  readonly kind: SecretKind;
  /** The group `secret`, where there is one, is what has to be hidden; else all of it. */
  readonly pattern: RegExp;
  /** What only has the shape is none. */
  readonly isOne?: (text: string) => boolean;
}

function digitsOf(text: string): number[] {
  return [...text.replace(/\D/g, '')].map(Number);
}

function passesLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, at) => {
      if (at % 2 === 0) return total + digit;
      return total + (digit > 4 ? digit * 2 - 9 : digit * 2);
    }, 0);
  return sum % 10 === 0;
}

const identityWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The last sign of a Chinese identity number follows from the others. */
function passesIdentityCheck(text: string): boolean {
  const sum = identityWeights.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return '10X98765432'[sum % 11] === text.slice(-1).toUpperCase();
}

const hasDigitAndLetter = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text);

const noSecret =
  /^(?:undefined|required|optional|password|passwords|forgotten|disabled|enabled|incorrect|invalid|your[\w-]*|my[_-][\w-]*|example[\w-]*|x{4,}|\*{4,}|\.{3,}.*|[$%].*)$/i;
/** A name of a program, such as `process.env.KEY` or `readPassword`: where a secret is, not the secret. */
const codeName = /^[A-Za-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]+)*$/;

function isCredible(text: string): boolean {
  if (noSecret.test(text)) return false;
  return !codeName.test(text) || /^[a-z]+$/.test(text);
}

const keyName =
  'password|passwd|passphrase|pwd|secret|token|credentials?|auth[_-]?key|(?:api|access|private|secret|account)[ _-]?key';

/** Each is a literal start and bounded runs of characters: linear on any text. The first that fits a place names it. */
export const secretShapes: readonly SecretShape[] = [
  {
    kind: 'private_key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{0,20000}?-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s]{0,20000})/g,
  },
  { kind: 'private_key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{40,80}/g },
  { kind: 'url_with_password', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:(?<secret>[^\s/@]{1,200})@/gi },
  { kind: 'json_web_token', pattern: /\beyJ[\w-]{10,2048}\.[\w-]{10,4096}\.[\w-]{10,1024}/g },
  // Keys of model providers and of what is paid by use.
  {
    kind: 'api_key',
    pattern:
      /\b(?:sk|pk|rk|xai|gsk|csk|pplx|nvapi|tvly|key|fw|r8|tgp|jina|voyage|pa|dapi|ark)[-_](?=[\w-]{0,40}[A-Za-z0-9]{12})[\w-]{16,300}/g,
  },
  {
    kind: 'api_key',
    pattern:
      /\b(?:dapi[0-9a-f]{32}|BSA[\w-]{27,40}|[0-9a-f]{32}\.[A-Za-z0-9]{16}|SG\.[\w-]{16,32}\.[\w-]{30,64}|(?:SK|AC)[0-9a-f]{32})\b/g,
  },
  {
    kind: 'google_key',
    pattern: /\b(?:AIza[\w-]{30,60}|GOCSPX-[\w-]{20,60}|ya29\.[\w-]{20,400}|AQ\.Ab[\w-]{30,200})/g,
  },
  { kind: 'aws_key', pattern: /\b(?:A[KS]IA[A-Z0-9]{16}|LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{13,40})\b/g },
  {
    kind: 'aws_key',
    pattern: /\b(?:aws_)?secret_access_key["']?\s{0,3}[:=]\s{0,3}["']?(?<secret>[A-Za-z0-9+/]{40})/gi,
  },
  { kind: 'slack_token', pattern: /\b(?:xox[abceoprs]|xapp)-[\w-]{10,300}/g },
  {
    kind: 'slack_token',
    pattern:
      /\bhttps:\/\/(?:hooks\.slack\.com\/(?:services|workflows)|(?:[a-z]{1,10}\.)?discord(?:app)?\.com\/api\/webhooks)\/(?<secret>[\w/-]{20,200})/g,
  },
  {
    kind: 'access_token',
    pattern:
      /\b(?:mtn|hf|gh[opusr]|github_pat|npm|dop_v1|shp(?:at|ca|pa|ss)|lin_api|ntn|sbp|figd|vercel|whsec|glsa|pul)_\w{20,300}/g,
  },
  {
    kind: 'access_token',
    pattern:
      /\b(?:gl(?:pat|dt|rt|cbt|ptt|soat)-[\w.-]{20,300}|pypi-[\w-]{50,300}|PMAK-[\w-]{30,100}|hvs\.[\w-]{20,300}|dp\.(?:pt|st|ct)\.[\w.-]{20,200})/g,
  },
  { kind: 'access_token', pattern: /\b\d{8,10}:AA[\w-]{32,36}/g },
  { kind: 'access_token', pattern: /\b[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/g },
  {
    kind: 'access_token',
    pattern: /\b(?:Bearer|Basic) {1,4}(?<secret>[\w.~+/=-]{16,2000})/gi,
    isOne: hasDigitAndLetter,
  },
  {
    kind: 'access_token',
    pattern:
      /[?&](?:access_token|api_?key|key|token|auth|sig|signature|client_secret|x-amz-(?:signature|security-token))=(?<secret>[\w.%~+/=-]{12,2000})/gi,
  },
  // What is called a secret, in code, in settings and in plain words.
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?<![A-Za-z0-9])(?:[\w-]{0,40}[_-])?(?:${keyName})\\?["']?\s{0,3}(?:[:=：]|=>)\s{0,3}\\?["']?(?<secret>[^\s"'\\,;<>(){}[\]]{8,200})`,
      'gi',
    ),
    isOne: isCredible,
  },
  {
    kind: 'password',
    pattern: /\bkey["']?\s{0,3}[:=：]\s{0,3}["']?(?<secret>[\w-]{24,200})/gi,
    isOne: hasDigitAndLetter,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:password|passphrase|api key|pin)\s{1,3}(?:is|was)\s{0,2}:?\s{1,3}["'`]?(?<secret>[^\s"'`,;]{6,200})/gi,
    isOne: hasDigitAndLetter,
  },
  {
    kind: 'password',
    pattern: /(?:密码|口令|密钥|令牌)\s{0,3}(?:[:：=]|是|为)\s{0,3}["“'`]?(?<secret>[\x21-\x7e]{6,200})/g,
  },
  {
    kind: 'password',
    pattern: /(?:密码|口令|密钥|令牌)\s{0,3}(?<secret>[\x21-\x7e]{6,200})/g,
    isOne: hasDigitAndLetter,
  },
  { kind: 'payment_card', pattern: /\b(?:\d[ -]?){13,18}\d\b/g, isOne: passesLuhn },
  {
    kind: 'identity_number',
    pattern: /\b[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]\b/g,
    isOne: passesIdentityCheck,
  },
  { kind: 'email', pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g },
];

/** Who someone is, rather than what lets others in: that is named, but it is not taken out of what one has written. */
const personal: ReadonlySet<SecretKind> = new Set<SecretKind>(['email', 'payment_card', 'identity_number']);

export function isPersonal(kind: SecretKind): boolean {
  return personal.has(kind);
}
