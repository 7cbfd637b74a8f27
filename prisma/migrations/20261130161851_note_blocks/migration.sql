-- AlterTable
ALTER TABLE "notes" ADD COLUMN     "block_revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "folder" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "note_blocks" (
    "id" TEXT NOT NULL,
    "note_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "heading" TEXT[],
    "start_line" INTEGER NOT NULL,
    "end_line" INTEGER NOT NULL,

    CONSTRAINT "note_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "note_folders" (
    "user_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "note_folders_pkey" PRIMARY KEY ("user_id","path")
);

-- CreateIndex
CREATE INDEX "note_blocks_note_id_position_idx" ON "note_blocks"("note_id", "position");

-- CreateIndex
CREATE INDEX "notes_user_id_folder_updated_at_id_idx" ON "notes"("user_id", "folder", "updated_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "note_blocks" ADD CONSTRAINT "note_blocks_note_id_fkey" FOREIGN KEY ("note_id") REFERENCES "notes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
