import 'server-only';
import { isConnectionLoss } from './sql';

const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037']);
const kinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
]);
// Out of disk, out of memory, shutting down, starting up: the statement was fine, the server is not.
const serverStates = /^(53|57P0|58|08)/;

function field(value: object, name: string): unknown {
  return name in value ? (value as Record<string, unknown>)[name] : undefined;
}

function saysUnavailable(error: object): boolean {
  if (isConnectionLoss(error)) return true;
  const code = field(error, 'code');
  if (typeof code === 'string' && (prismaCodes.has(code) || serverStates.test(code))) return true;
  const kind = field(error, 'kind');
  if (typeof kind === 'string' && kinds.has(kind)) return true;
  const original = field(error, 'originalCode');
  return typeof original === 'string' && serverStates.test(original);
}

/** True when the database could not be asked, whichever layer says so; its causes are looked through as well. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  if (saysUnavailable(error)) return true;
  const inner = [field(error, 'cause'), field(error, 'meta'), field(error, 'driverAdapterError')];
  return inner.some((next) => isDatabaseUnavailable(next, depth + 1));
}
