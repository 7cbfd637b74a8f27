-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "archived_reason" TEXT,
ADD COLUMN     "duplicate_of" TEXT,
ADD COLUMN     "kept_at" TIMESTAMPTZ(3),
ADD COLUMN     "summary_derived" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "used_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "memory_vectors" (
    "memory_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_vectors_pkey" PRIMARY KEY ("memory_id")
);

-- CreateIndex
CREATE INDEX "memory_vectors_user_id_model_idx" ON "memory_vectors"("user_id", "model");

-- AddForeignKey
ALTER TABLE "memory_vectors" ADD CONSTRAINT "memory_vectors_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
