export interface Fence {
  readonly marker: string;
  readonly indent: number;
  readonly language: string;
}

const opening = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/;

/** The fence a text begins with, or null. */
export function openingFence(text: string): (Fence & { length: number }) | null {
  const match = opening.exec(text);
  if (match === null) return null;
  const [line = '', indent = '', marker = '', info = ''] = match;
  if (marker.startsWith('`') && info.includes('`')) return null;
  const language = info.trim().split(/\s+/, 1)[0] ?? '';
  return { marker, indent: indent.length, language, length: line.length };
}

/** Whether a line (without its end) closes the fence. */
export function closesFence(line: string, fence: Fence): boolean {
  const trimmed = line.trimEnd();
  const indent = trimmed.length - trimmed.trimStart().length;
  if (indent > 3 || trimmed.length - indent < fence.marker.length) return false;
  const sign = fence.marker[0];
  for (let at = indent; at < trimmed.length; at += 1) {
    if (trimmed[at] !== sign) return false;
  }
  return true;
}

/** A line of code without the indentation of its fence. */
export function stripIndent(line: string, fence: Fence): string {
  let strip = 0;
  while (strip < fence.indent && line[strip] === ' ') strip += 1;
  return strip === 0 ? line : line.slice(strip);
}

/** Whether a text is a fence from its opening to its end. */
export function isClosedFence(text: string): boolean {
  const fence = openingFence(text);
  if (fence === null) return false;
  const inside = text.slice(fence.length).trimEnd();
  return closesFence(inside.slice(inside.lastIndexOf('\n') + 1), fence);
}
