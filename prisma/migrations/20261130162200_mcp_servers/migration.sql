-- CreateTable
CREATE TABLE "mcp_servers" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'unchecked',
    "error" JSONB,
    "info" JSONB,
    "latency_ms" INTEGER,
    "checked_at" TIMESTAMPTZ(3),
    "tools" JSONB,
    "tools_hash" TEXT,
    "left_out" JSONB,
    "headers_cipher" TEXT,
    "headers" JSONB,
    "access_cipher" TEXT,
    "signed_in_at" TIMESTAMPTZ(3),
    "sign_in_state" TEXT,
    "sign_in_cipher" TEXT,
    "sign_in_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mcp_servers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mcp_servers_sign_in_state_key" ON "mcp_servers"("sign_in_state");

-- CreateIndex
CREATE UNIQUE INDEX "mcp_servers_user_id_slug_key" ON "mcp_servers"("user_id", "slug");
