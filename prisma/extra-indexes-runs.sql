CREATE UNIQUE INDEX "runs_active_session_key" ON "runs" ("session_id") WHERE "status" IN ('queued', 'running', 'waiting_permission');
CREATE INDEX "runs_queued_idx" ON "runs" ("created_at") WHERE "status" = 'queued';
