/** `--quick`: every part of the work in small, to see that it works; its figures mean little. */
const isQuick = process.argv.includes('--quick');

export function effort<T>(full: T, quick: T): T {
  return isQuick ? quick : full;
}

/** `--as-built`: measures the build that is there, whatever became of the sources since. */
export const isAsBuilt = process.argv.includes('--as-built');
