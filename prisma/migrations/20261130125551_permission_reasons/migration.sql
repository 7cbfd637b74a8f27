-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "origin" TEXT;

-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "constraints" JSONB;

-- AlterTable
ALTER TABLE "permission_requests" ADD COLUMN     "decision_reason" TEXT;

-- Until now the person's words stood in "reason".
UPDATE "permission_requests" SET "decision_reason" = "reason", "reason" = NULL WHERE "reason" IS NOT NULL;
