-- CreateTable
CREATE TABLE "workspace_files" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT,
    "message_id" TEXT,
    "path" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "content_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace_chunks" (
    "content_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "workspace_chunks_pkey" PRIMARY KEY ("content_id","position")
);

-- CreateIndex
CREATE INDEX "workspace_files_user_id_updated_at_id_idx" ON "workspace_files"("user_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "workspace_files_session_id_path_key" ON "workspace_files"("session_id", "path");

-- CreateIndex
CREATE INDEX "workspace_chunks_user_id_idx" ON "workspace_chunks"("user_id");
