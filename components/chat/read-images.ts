const kinds: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** What the server takes in one message; a data URI is a third longer than its file. */
const MOST_CHARACTERS = 10 * 1024 * 1024 - 64 * 1024;

export type ReadImages = { readonly urls: readonly string[] } | { readonly problem: 'kind' | 'size' };

export function isImageFile(file: File): boolean {
  return file.type.startsWith('image/');
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
}

/** Files as data URIs beside those that are attached by the time they are read, or why they cannot be. */
export async function readImages(files: readonly File[], attached: () => readonly string[]): Promise<ReadImages> {
  if (files.some((file) => !kinds.has(file.type))) return { problem: 'kind' };
  const read = await Promise.all(files.map(readAsUrl));
  const urls = [...attached(), ...read];
  const total = urls.reduce((sum, url) => sum + url.length, 0);
  return total > MOST_CHARACTERS ? { problem: 'size' } : { urls };
}
