type ZipLibrary = typeof import('@zip.js/zip.js/lib/zip-core-native.js');

let loaded: Promise<ZipLibrary> | undefined;

/**
 * Loaded with the first archive: the start does not wait for it. Packing is the platform's own and runs off the main
 * thread without workers of the library. Its limit of files at a time is for those workers; here it would only let a
 * slow download hold up all others.
 */
export function loadZipLibrary(): Promise<ZipLibrary> {
  loaded ??= import('@zip.js/zip.js/lib/zip-core-native.js').then((library) => {
    library.configure({ useWebWorkers: false, useCompressionStream: true, maxWorkers: Number.MAX_SAFE_INTEGER });
    return library;
  });
  return loaded;
}
