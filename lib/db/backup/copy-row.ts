const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The values of one row as COPY writes it. */
export function parseCopyRow(row: string): (string | null)[] {
  const line = row.endsWith('\n') ? row.slice(0, -1) : row;
  return line.split('\t').map((field) => {
    if (field === '\\N') return null;
    return field.includes('\\') ? field.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : field;
  });
}
