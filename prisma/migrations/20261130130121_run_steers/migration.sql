-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "pending_steers" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "run_steers" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_steers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "run_steers_run_id_idx" ON "run_steers"("run_id");

-- CreateIndex
CREATE INDEX "run_steers_user_id_idx" ON "run_steers"("user_id");
