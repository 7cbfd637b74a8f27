-- AlterTable
ALTER TABLE "users" ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_by" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "user_caps" (
    "user_id" TEXT NOT NULL,
    "max_runs" INTEGER,
    "max_streams" INTEGER,
    "max_files_mb" INTEGER,
    "max_memories" INTEGER,

    CONSTRAINT "user_caps_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "shared_providers" (
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "models" TEXT[],
    "everyone" BOOLEAN NOT NULL DEFAULT true,
    "borrowers" TEXT[],
    "cost_cap" DOUBLE PRECISION,
    "currency" TEXT NOT NULL,
    "token_cap" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_providers_pkey" PRIMARY KEY ("provider_id")
);

-- CreateTable
CREATE TABLE "shared_usage" (
    "user_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "cost" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "tokens" BIGINT NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "shared_usage_pkey" PRIMARY KEY ("user_id","provider_id","month","currency")
);

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_user_id_key" ON "password_resets"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "shared_providers_user_id_idx" ON "shared_providers"("user_id");

-- CreateIndex
CREATE INDEX "shared_usage_provider_id_month_idx" ON "shared_usage"("provider_id", "month");
