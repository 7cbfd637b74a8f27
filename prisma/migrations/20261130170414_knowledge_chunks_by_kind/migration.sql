-- CreateIndex
CREATE INDEX "knowledge_chunks_user_id_kind_session_id_id_idx" ON "knowledge_chunks"("user_id", "kind", "session_id", "id");
