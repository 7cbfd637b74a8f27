/** What a search says about itself, in the words that models read; pages say the same in their reader's language. */
export const knowledgeNotes = {
  embeddingFailed: 'The embedding model did not answer; the search was by words only.',
  embeddingMissing: 'No embedding model is chosen.',
  rerankerFailed: 'The reranker did not answer; the order is that of words and meaning.',
} as const;
export type KnowledgeNote = keyof typeof knowledgeNotes;

/** Null for a text that is none of them. */
export function knowledgeNoteOf(text: string): KnowledgeNote | null {
  const names = Object.keys(knowledgeNotes) as KnowledgeNote[];
  return names.find((name) => knowledgeNotes[name] === text) ?? null;
}
