import type { WorkspaceFile } from './ports';
import type { RunSession } from './run-session';

/** The tool without which knowing of files is of no use. */
export const FILE_READER = 'read_file';
const MOST_NAMED = 40;

const nameOf = ({ path, mediaType, size }: WorkspaceFile) => `${JSON.stringify(path)} (${mediaType}, ${size} bytes)`;

function lineOf(label: string, files: readonly WorkspaceFile[]): string | null {
  if (files.length === 0) return null;
  const more = files.length > MOST_NAMED ? `, and ${files.length - MOST_NAMED} more (list_files)` : '';
  return `${label}: ${files.slice(0, MOST_NAMED).map(nameOf).join(', ')}${more}.`;
}

/** What a model is told about the files of the chat: those that came with this message first, names only. */
export function describeFiles(files: readonly WorkspaceFile[], messageId: string): string | undefined {
  const attached = files.filter((file) => file.messageId === messageId);
  const others = files.filter((file) => file.messageId !== messageId);
  const lines = [lineOf('Files attached to this message', attached), lineOf('Other files of this chat', others)];
  return lines.filter((line) => line !== null).join('\n') || undefined;
}

export async function noteFiles(session: RunSession, tools: ReadonlyMap<string, unknown>): Promise<string | undefined> {
  if (!tools.has(FILE_READER)) return undefined;
  const { runtime, run } = session;
  const files = await session.read(() => runtime.files.list(run.userId, run.sessionId));
  return describeFiles(files, run.inputMessageId);
}
