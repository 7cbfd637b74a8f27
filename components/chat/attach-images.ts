import type { Unsent } from '@/lib/client/unsent';

const kinds: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** What the server takes in one message; a data URI is a third longer than its file. */
const MOST_CHARACTERS = 10 * 1024 * 1024 - 64 * 1024;

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

/** Attaches pictures as data URIs beside what is attached by the time they are read; or says why none of them is. */
export async function attachImages(files: readonly File[], unsent: Unsent): Promise<'kind' | 'size' | null> {
  if (files.some((file) => !kinds.has(file.type))) return 'kind';
  const read = await Promise.all(files.map(readAsUrl));
  const urls = [...unsent.state().images, ...read];
  if (urls.reduce((sum, url) => sum + url.length, 0) > MOST_CHARACTERS) return 'size';
  unsent.setImages(urls);
  return null;
}
