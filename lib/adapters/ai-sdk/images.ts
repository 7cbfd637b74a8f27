import type { LanguageModelV4, LanguageModelV4FilePart } from '@ai-sdk/provider';
import { MetonaErrorCode, MetonaFailure, type MetonaImageContent } from '@/lib/ir';
import type { AdapterDependencies } from '../ports';

export interface ImageLoader {
  readonly model: LanguageModelV4;
  readonly providerId: string;
  readonly dependencies: AdapterDependencies;
  readonly signal: AbortSignal;
}

const anyImage = ['*', '*/*', 'image/*'];

async function takesAddress(model: LanguageModelV4, url: string): Promise<boolean> {
  const supported = await model.supportedUrls;
  return anyImage.some((type) => supported[type]?.some((pattern) => pattern.test(url)));
}

async function download(url: string, { dependencies, providerId, signal }: ImageLoader): Promise<Uint8Array> {
  const fail = (code: MetonaErrorCode, message: string, cause?: unknown): never => {
    throw new MetonaFailure({ code, message, provider: providerId, retryable: false }, { cause });
  };
  if (dependencies.downloadImage === undefined) {
    return fail(MetonaErrorCode.INVALID_REQUEST, 'this provider takes no image addresses; attach the image itself');
  }
  try {
    return await dependencies.downloadImage(url, signal);
  } catch (cause) {
    return fail(MetonaErrorCode.NETWORK_ERROR, 'an image of this conversation could not be fetched', cause);
  }
}

/** An image as the package wants it: its address where the provider fetches it itself, else its bytes. */
export async function loadImage({ url }: MetonaImageContent, loader: ImageLoader): Promise<LanguageModelV4FilePart> {
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(url);
  if (inline !== null) {
    return { type: 'file', mediaType: inline[1] ?? 'image', data: { type: 'data', data: inline[2] ?? '' } };
  }
  const isKept = await takesAddress(loader.model, url);
  return {
    type: 'file',
    mediaType: 'image',
    data: isKept ? { type: 'url', url: new URL(url) } : { type: 'data', data: await download(url, loader) },
  };
}
