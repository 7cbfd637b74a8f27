-- AlterTable
ALTER TABLE "permission_requests" ADD COLUMN     "basis" TEXT;

-- CreateTable
CREATE TABLE "tasks" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'todo',
    "priority" TEXT NOT NULL DEFAULT 'normal',
    "due_on" DATE,
    "urgency" DOUBLE PRECISION NOT NULL,
    "session_id" TEXT,
    "search_text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "share_files" (
    "id" TEXT NOT NULL,
    "share_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "content_id" TEXT NOT NULL,

    CONSTRAINT "share_files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tasks_user_id_created_at_id_idx" ON "tasks"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tasks_user_id_status_urgency_id_idx" ON "tasks"("user_id", "status", "urgency", "id");

-- CreateIndex
CREATE INDEX "share_files_share_id_idx" ON "share_files"("share_id");

-- CreateIndex
CREATE INDEX "share_files_user_id_idx" ON "share_files"("user_id");

-- Outside of what the schema can say
CREATE INDEX "tasks_search_idx" ON "tasks" USING GIN (to_tsvector('simple', "search_text"));
