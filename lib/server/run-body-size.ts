import 'server-only';
import { payloadTooLarge } from './http/problem';

const TEXT_BYTES = 1024 * 1024;
/** The most a body with images may have; only images may use more than a megabyte of it. */
export const WITH_IMAGES_BYTES = 10 * 1024 * 1024;

/** Refuses a large body that brings no image. */
export function requireSmallWithoutImages(bytes: Uint8Array, hasImages: boolean): void {
  if (!hasImages && bytes.byteLength > TEXT_BYTES) throw payloadTooLarge(TEXT_BYTES);
}
