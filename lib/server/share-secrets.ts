import 'server-only';
import { z } from 'zod';
import { secretForms } from '@/lib/crypto/secret-forms';
import { isPersonal, type SecretKind, secretKinds, secretShapes } from './secret-shapes';
import type { SharedMessage } from './share-snapshot';

/** `message`: which one of those that readers see, from 1; null for a file or the title. */
export const secretFindingSchema = z.object({
  kind: z.enum(secretKinds),
  excerpt: z.string(),
  part: z.enum(['title', 'text', 'thinking', 'tool', 'file']),
  message: z.number().int().nullable(),
  name: z.string().nullable(),
  hidden: z.boolean(),
});
export type SecretFinding = z.infer<typeof secretFindingSchema>;
type Place = Pick<SecretFinding, 'part' | 'message' | 'name'>;

export const HIDDEN = '••••••';
const mostFindings = 100;

interface Match {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

/** Enough to find the place again, too little to be the secret. */
function mask(text: string): string {
  const shown = Math.min(6, Math.floor(text.length / 4));
  return `${text.slice(0, shown)}…(${text.length})`;
}

/** Finds what looks like a secret or a personal detail, and each of these secrets wherever it stands, in any form. */
export function createSecretFinder(own: readonly string[] = []) {
  const forms = own.flatMap(secretForms);

  const find = (text: string): Match[] => {
    const found: Match[] = [];
    const add = (match: Match) => {
      if (!found.some((other) => match.start < other.end && other.start < match.end)) found.push(match);
    };
    for (const form of forms) {
      for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length)) {
        add({ kind: 'own_key', start, end: start + form.length });
      }
    }
    for (const { kind, pattern, isOne } of secretShapes) {
      for (const match of text.matchAll(pattern)) {
        const secret = match.groups?.secret ?? match[0];
        if (secret === HIDDEN || isOne?.(secret) === false) continue;
        const start = match.index + match[0].lastIndexOf(secret);
        add({ kind, start, end: start + secret.length });
        if (found.length >= mostFindings) return found;
      }
    }
    return found;
  };

  return {
    find: (text: string) => find(text).map(({ kind, start, end }) => ({ kind, excerpt: mask(text.slice(start, end)) })),

    /** The text without what would let others in; unless it is all to be shown, when only the user's own keys go. */
    hide(text: string, showsRest = false): string {
      const hidden = find(text).filter(({ kind }) => kind === 'own_key' || !(showsRest || isPersonal(kind)));
      let clean = '';
      let at = 0;
      for (const { start, end } of hidden.sort((left, right) => left.start - right.start)) {
        clean += `${text.slice(at, start)}${HIDDEN}`;
        at = end;
      }
      return clean + text.slice(at);
    },
  };
}
export type SecretFinder = ReturnType<typeof createSecretFinder>;

interface ScannedSnapshot {
  readonly title: string;
  readonly messages: readonly SharedMessage[];
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

function textsOf({ title, messages, files }: ScannedSnapshot): readonly (readonly [Place, string])[] {
  const place = (part: Place['part'], message: number | null, name: string | null = null): Place => ({
    part,
    message,
    name,
  });
  return [
    [place('title', null), title],
    ...messages.flatMap(({ content, thinking = '', tools = [] }, index): (readonly [Place, string])[] => [
      [place('text', index + 1), content],
      [place('thinking', index + 1), thinking],
      ...tools.map((tool): readonly [Place, string] => [
        place('tool', index + 1, tool.name),
        `${JSON.stringify(tool.args)}\n${tool.result}\n${JSON.stringify(tool.data ?? null)}`,
      ]),
    ]),
    ...files.map(({ name, text }): readonly [Place, string] => [place('file', null, name), `${name}\n${text}`]),
  ];
}

/** What in a snapshot may be secret or private, where it stands, and whether readers will see it. */
export function scanSnapshot(finder: SecretFinder, snapshot: ScannedSnapshot, showsSecrets: boolean): SecretFinding[] {
  const findings: SecretFinding[] = [];
  const known = new Set<string>();
  for (const [place, text] of textsOf(snapshot)) {
    for (const { kind, excerpt } of finder.find(text)) {
      const key = JSON.stringify([place, kind, excerpt]);
      if (known.has(key)) continue;
      known.add(key);
      const isHidden = place.part !== 'file' && (kind === 'own_key' || !(showsSecrets || isPersonal(kind)));
      findings.push({ ...place, kind, excerpt, hidden: isHidden });
      if (findings.length >= mostFindings) return findings;
    }
  }
  return findings;
}
