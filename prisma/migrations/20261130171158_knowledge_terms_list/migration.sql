-- New terms wait in a list that is worked off when it is full: a short one holds nobody up for long.
ALTER INDEX "knowledge_chunks_terms_idx" SET (gin_pending_list_limit = 512);
