import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const oldestNode = 22;

/**
 * The Node that runs everything but the preparation itself: the one that comes as a package, so that the machine's own
 * may be older; where no package exists for the platform, the machine's own.
 */
export function toolchainNode(root) {
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const bundled = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', executable);
  if (existsSync(bundled)) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  throw new Error(
    `Metona needs Node ${oldestNode} or newer and brings none for ${process.platform} ${process.arch}; ` +
      `this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and try again.`,
  );
}

/** The environment for child processes: the project's own programs, the bundled Node among them, come first. */
export function toolchainEnvironment(root, changes = {}) {
  const programs = join(root, 'node_modules', '.bin');
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [programs, process.env[pathName]].filter(Boolean).join(delimiter);
  return { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...changes, [pathName]: path };
}
