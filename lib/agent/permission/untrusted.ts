import { type MetonaStoredMessage, MetonaToolCategory, type MetonaToolDef, type MetonaToolResult } from '@/lib/ir';

const FOREIGN = new Set<string>([MetonaToolCategory.NETWORK, MetonaToolCategory.MCP, MetonaToolCategory.FILESYSTEM]);

/** Strangers write what this tool returns. */
export function returnsForeignText(def: MetonaToolDef): boolean {
  return def.returnsUntrusted === true || FOREIGN.has(def.category);
}

/** Marks what a tool returned as written by strangers, when it is; its errors are, too. */
export function labelResult(result: MetonaToolResult, def: MetonaToolDef): MetonaToolResult {
  return returnsForeignText(def) ? { ...result, untrusted: true } : result;
}

/**
 * Text of strangers has entered the conversation: a tool brought it, or it was copied from outside. Told by the messages
 * themselves, whatever became of the tool, the run or the process since.
 */
export function isTainted(history: readonly MetonaStoredMessage[]): boolean {
  return history.some((message) => message.origin !== undefined || message.toolResult?.untrusted === true);
}
