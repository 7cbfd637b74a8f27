const MIN_BYTES = 32;
const KEY_BYTES = 32;

/** A secret the operator has to put right before the start. The message never holds the value. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

/** Throws unless the value is long enough and is not one everybody can read in the documentation. */
export function requireStrong(name: string, value: string, sampleValues: readonly string[]): void {
  const isSample = sampleValues.some((sample) => sample.trim() === value.trim());
  if (isSample) throw new SecretsError(`${name} is a sample value from the documentation. Generate your own`);
  if (Buffer.byteLength(value, 'utf8') < MIN_BYTES) throw new SecretsError(`${name} must have at least 32 bytes`);
}

/** Keys in base64, separated by commas, newest first. */
export function parseEncryptionKeys(text: string, sampleValues: readonly string[]): readonly Uint8Array[] {
  const name = 'METONA_ENCRYPTION_KEY';
  return text.split(',').map((entry) => {
    const value = entry.trim();
    const key = Buffer.from(value, 'base64');
    const isCanonical = [key.toString('base64'), key.toString('base64url')].includes(value);
    if (!isCanonical || key.length !== KEY_BYTES) throw new SecretsError(`${name} must be the base64 of 32 bytes`);
    requireStrong(name, value, sampleValues);
    return key;
  });
}
