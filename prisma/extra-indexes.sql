-- Full text search: expression indexes, which the Prisma schema cannot state.
CREATE INDEX "messages_search_idx" ON "messages" USING GIN (to_tsvector('simple', "search_text"));
CREATE INDEX "notes_search_idx" ON "notes" USING GIN (to_tsvector('simple', "search_text"));
CREATE INDEX "memories_search_idx" ON "memories" USING GIN (to_tsvector('simple', "search_text"));
-- The last run of each session in the list of sessions; the search for hits by session title stays within one user.
CREATE INDEX "runs_session_created_idx" ON "runs" ("session_id", "created_at" DESC, "id" DESC);
