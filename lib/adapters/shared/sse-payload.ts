/** A payload as an object: undefined for keep-alives that servers send as data, null when it is broken. */
export function parsePayload(data: string): Readonly<Record<string, unknown>> | null | undefined {
  const text = data.trim();
  if (text === '' || text === '""' || text.startsWith(':')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return null;
  }
}
