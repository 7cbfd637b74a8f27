import 'server-only';
import { z } from 'zod';
import type { SharedMessage } from './share-snapshot';

export const secretFindingSchema = z.object({ kind: z.string(), excerpt: z.string() });
export type SecretFinding = z.infer<typeof secretFindingSchema>;

/** A literal start and a bounded run of characters: linear on any text. */
const shapes: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: 'api_key', pattern: /\b(?:sk|pk|rk|xai|gsk)[-_][\w-]{16,200}/g },
  { kind: 'access_token', pattern: /\b(?:mtn|hf|ghp|gho|ghu|ghs|ghr|github_pat|glpat)[-_]\w{20,200}/g },
  { kind: 'google_key', pattern: /\bAIza[\w-]{30,60}/g },
  { kind: 'aws_key', pattern: /\bA[KS]IA[A-Z0-9]{16}\b/g },
  { kind: 'slack_token', pattern: /\bxox[abeprs]-[\w-]{10,200}/g },
  { kind: 'json_web_token', pattern: /\beyJ[\w-]{10,2048}\.[\w-]{10,2048}\.[\w-]{10,1024}/g },
  { kind: 'private_key', pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g },
  {
    kind: 'password',
    pattern: /\b(?:password|passwd|pwd|secret|token|api[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']?[^\s"',;]{8,200}/gi,
  },
  { kind: 'password', pattern: /(?:密码|口令|密钥)\s{0,3}[:：=]?\s{0,3}[\x21-\x7e]{6,200}/g },
  { kind: 'url_with_password', pattern: /\b[a-z][a-z+.-]{1,20}:\/\/[^\s/:@]{1,100}:[^\s/@]{1,200}@/gi },
  { kind: 'email', pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g },
  { kind: 'payment_card', pattern: /\b(?:\d[ -]?){13,18}\d\b/g },
];

const maxFindings = 50;

/** Enough to find the place again, too little to be the secret. */
function mask(text: string): string {
  const shown = Math.min(6, Math.floor(text.length / 4));
  return `${text.slice(0, shown)}…(${text.length})`;
}

function passesLuhn(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    if (at % 2 === 0) return total + digit;
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
  return sum % 10 === 0;
}

/** What looks like a secret or a personal detail, masked; the sharer decides. */
export function findLikelySecrets(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const { kind, pattern } of shapes) {
    for (const match of text.matchAll(pattern)) {
      const place = { start: match.index, end: match.index + match[0].length };
      if (taken.some((other) => place.start < other.end && other.start < place.end)) continue;
      if (kind === 'payment_card' && !passesLuhn(match[0])) continue;
      taken.push(place);
      findings.push({ kind, excerpt: mask(match[0]) });
      if (findings.length >= maxFindings) return findings;
    }
  }
  return findings;
}

export function scanSnapshot(messages: readonly SharedMessage[], files: readonly string[] = []): SecretFinding[] {
  const texts = messages.flatMap((message) => [
    message.content,
    message.thinking ?? '',
    ...(message.tools ?? []).map((tool) => `${JSON.stringify(tool.args)}\n${tool.result}`),
  ]);
  return findLikelySecrets([...texts, ...files].join('\n'));
}
