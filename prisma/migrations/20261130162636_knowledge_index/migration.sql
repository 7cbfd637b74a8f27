-- CreateTable
CREATE TABLE "knowledge_sources" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "session_id" TEXT,
    "version" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "error" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "indexed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_sources_pkey" PRIMARY KEY ("user_id","kind","source_id")
);

-- CreateTable
CREATE TABLE "knowledge_chunks" (
    "id" BIGSERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "session_id" TEXT,
    "position" INTEGER NOT NULL,
    "anchor" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "heading" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "terms" tsvector NOT NULL,
    "term_count" INTEGER NOT NULL,
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "knowledge_chunks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_vectors" (
    "chunk_id" BIGINT NOT NULL,
    "user_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "signature" bit varying NOT NULL,
    "vector" BYTEA NOT NULL,

    CONSTRAINT "knowledge_vectors_pkey" PRIMARY KEY ("chunk_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_chunks_user_id_kind_source_id_content_hash_key" ON "knowledge_chunks"("user_id", "kind", "source_id", "content_hash");

-- CreateIndex
CREATE INDEX "knowledge_vectors_user_id_model_idx" ON "knowledge_vectors"("user_id", "model");

-- AddForeignKey
ALTER TABLE "knowledge_chunks" ADD CONSTRAINT "knowledge_chunks_user_id_kind_source_id_fkey" FOREIGN KEY ("user_id", "kind", "source_id") REFERENCES "knowledge_sources"("user_id", "kind", "source_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_vectors" ADD CONSTRAINT "knowledge_vectors_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "knowledge_chunks_terms_idx" ON "knowledge_chunks" USING GIN ("terms");

-- Vectors do not get smaller by compression.
ALTER TABLE "knowledge_vectors" ALTER COLUMN "vector" SET STORAGE EXTERNAL;

-- What is deleted cannot be found any more from the same moment on, whoever deletes it.
CREATE FUNCTION "forget_knowledge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "knowledge_sources" s USING "gone" g
    WHERE s."user_id" = g."user_id" AND s."kind" = TG_ARGV[0] AND s."source_id" = g."id";
    RETURN NULL;
END
$$;
CREATE TRIGGER "forget_knowledge" AFTER DELETE ON "notes"
    REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_knowledge"('note');
CREATE TRIGGER "forget_knowledge" AFTER DELETE ON "workspace_files"
    REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_knowledge"('file');
CREATE TRIGGER "forget_knowledge" AFTER DELETE ON "messages"
    REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_knowledge"('message');
