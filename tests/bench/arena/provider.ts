import { atEnd, once } from './once';
import { endProcess, startProgram } from './process';

/** A server of the bench that is started with the provider's address. */
export async function startServer(file: string, parameters: readonly string[] = []) {
  const { child, first } = await startProgram(file, parameters);
  atEnd(() => endProcess(child));
  return { origin: `http://127.0.0.1:${first.port}`, pid: child.pid ?? 0 };
}

export const provider = once(() => startServer('servers/provider.ts'));

/** How many tokens it said in each stream, and how many calls it has seen. */
export async function spoken(): Promise<{ seen: number; counts: Record<string, number> }> {
  const response = await fetch(`${(await provider()).origin}/counts`);
  return (await response.json()) as { seen: number; counts: Record<string, number> };
}
