-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "events_pruned_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "runs_events_pruned_at_finished_at_idx" ON "runs"("events_pruned_at", "finished_at");
