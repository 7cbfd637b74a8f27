import type { PlainMessageKey } from '@/lib/i18n';
import type { MetonaArchiveReason, MetonaMemoryItem } from '@/lib/ir';

export const memoryTypes = ['semantic', 'episodic', 'working'] as const satisfies readonly MetonaMemoryItem['type'][];

export const memoryTypeLabels: Readonly<Record<MetonaMemoryItem['type'], PlainMessageKey>> = {
  semantic: 'library.memories.semantic',
  episodic: 'library.memories.episodic',
  working: 'library.memories.working',
};

export const memorySourceLabels: Readonly<Record<MetonaMemoryItem['source'], PlainMessageKey>> = {
  user_input: 'library.memories.fromUser',
  tool_result: 'library.memories.fromTool',
  agent_thought: 'library.memories.fromAgent',
  imported: 'library.memories.imported',
};

export const archiveReasonLabels: Readonly<Record<MetonaArchiveReason, PlainMessageKey>> = {
  expired: 'library.memories.becauseExpired',
  duplicate: 'library.memories.becauseDuplicate',
  faded: 'library.memories.becauseFaded',
  session_deleted: 'library.memories.becauseSession',
  user: 'library.memories.becauseUser',
};
