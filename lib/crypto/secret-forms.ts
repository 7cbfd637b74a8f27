/** Shorter texts are no credible secrets, and hiding them would tear ordinary text apart. */
export const MIN_SECRET_LENGTH = 8;

/** The secret and the shapes it takes in URLs, JSON and base64; only those long enough to tell. */
export function secretForms(secret: string): readonly string[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const bytes = Buffer.from(secret, 'utf8');
  // Over UTF-8 and back: half a surrogate pair has no URL-encoded form.
  const encoded = encodeURIComponent(bytes.toString('utf8'));
  const forms = [
    secret,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    ...base64Forms(bytes),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

/** The characters that are the same whatever stands before and after the secret, for each of the three alignments. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor((shifted.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((alphabet) => shifted.toString(alphabet).slice(start, end));
  });
}
