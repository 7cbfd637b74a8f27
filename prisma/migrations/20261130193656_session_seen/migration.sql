-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "seen_run_id" TEXT;

-- What has ended by now counts as looked at.
UPDATE "sessions" s SET "seen_run_id" = (
  SELECT r."id" FROM "runs" r WHERE r."session_id" = s."id" ORDER BY r."created_at" DESC, r."id" DESC LIMIT 1
);
