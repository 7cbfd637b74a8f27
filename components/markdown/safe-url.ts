const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const inlineImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i;

/** The address of a link that may be followed, or null. Relative addresses and every other scheme are refused. */
export function safeLink(href: string): URL | null {
  let url: URL;
  try {
    url = new URL(href.trim());
  } catch {
    return null;
  }
  return linkSchemes.has(url.protocol) ? url : null;
}

/** Where a link really goes, in a form that cannot be dressed up: the host, or the mail address. */
export function destinationOf(url: URL): string {
  return url.protocol === 'mailto:' ? decodeSafely(url.pathname) : url.host;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Raster images inside the text itself; never SVG, which can hold script. */
export function isInlineImage(href: string): boolean {
  return inlineImage.test(href.trim());
}
