-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "imported_from" TEXT;

-- CreateTable
CREATE TABLE "imports" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "items_done" INTEGER NOT NULL DEFAULT 0,
    "bytes_done" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB NOT NULL,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "import_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateIndex
CREATE INDEX "imports_user_id_created_at_id_idx" ON "imports"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "imports_state_updated_at_idx" ON "imports"("state", "updated_at");

-- CreateIndex
CREATE INDEX "import_chunks_user_id_idx" ON "import_chunks"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_user_id_imported_from_key" ON "sessions"("user_id", "imported_from");

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
