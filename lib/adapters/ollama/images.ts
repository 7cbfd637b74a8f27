import { MetonaErrorCode, MetonaFailure, type MetonaImageContent } from '@/lib/ir';
import type { AdapterDependencies } from '../ports';

function fail(code: MetonaErrorCode, message: string, cause?: unknown): never {
  throw new MetonaFailure({ code, message, provider: 'ollama', retryable: false }, { cause });
}

async function download(url: string, { downloadImage }: AdapterDependencies, signal: AbortSignal): Promise<string> {
  if (downloadImage === undefined) {
    return fail(MetonaErrorCode.INVALID_REQUEST, 'this provider takes no image addresses; attach the image itself');
  }
  try {
    return Buffer.from(await downloadImage(url, signal)).toString('base64');
  } catch (cause) {
    return fail(MetonaErrorCode.NETWORK_ERROR, 'an image of this conversation could not be fetched', cause);
  }
}

/** Images as the bare base64 the server wants. Rejects with `MetonaFailure` before anything is sent to the model. */
export async function loadImages(
  images: readonly MetonaImageContent[],
  dependencies: AdapterDependencies,
  signal: AbortSignal,
): Promise<string[]> {
  const loaded: string[] = [];
  for (const { url } of images) {
    const isInline = url.startsWith('data:');
    loaded.push(isInline ? url.slice(url.indexOf(',') + 1) : await download(url, dependencies, signal));
  }
  return loaded;
}
