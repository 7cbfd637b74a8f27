interface AllowedProbe {
  file: string;
  imports: string;
}

interface ForbiddenProbe extends AllowedProbe {
  rule: string;
  /** The imported file is left out of the tree. */
  unresolved?: true;
}

const listed = (floor: string) => `${floor}-imports-only-what-is-listed`;
const tested = (floor: string) => `${floor}-tests-import-only-its-floors`;

/** Violations, each in a file of its own: the fence must name the rule. */
export const forbidden: ForbiddenProbe[] = [
  { file: 'lib/ir/red.ts', imports: '@/lib/agent/loop', rule: listed('lib-ir') },
  { file: 'lib/ir/red-package.ts', imports: 'react', rule: listed('lib-ir') },
  { file: 'lib/ir/red-core.ts', imports: 'node:fs', rule: listed('lib-ir') },
  { file: 'lib/ir/red.test.ts', imports: '@/lib/agent/loop', rule: tested('lib-ir') },
  { file: 'lib/sse/red.ts', imports: '@/lib/ir/message', rule: listed('lib-sse') },
  { file: 'lib/sse/red.test.ts', imports: '@/lib/server/env', rule: tested('lib-sse') },
  { file: 'lib/crypto/red.ts', imports: '@/lib/ir/message', rule: listed('lib-crypto') },
  { file: 'lib/crypto/red.test.ts', imports: '@/lib/db/client', rule: tested('lib-crypto') },
  { file: 'lib/net/red.ts', imports: '@/lib/ir/message', rule: listed('lib-net') },
  { file: 'lib/net/red.test.ts', imports: '@/lib/server/env', rule: tested('lib-net') },
  { file: 'lib/i18n/red.ts', imports: 'react', rule: listed('lib-i18n') },
  { file: 'lib/i18n/red.test.ts', imports: '@/components/button', rule: tested('lib-i18n') },
  { file: 'lib/archive/red.ts', imports: '@/lib/ir/message', rule: listed('lib-archive') },
  { file: 'lib/archive/red.test.ts', imports: '@/lib/server/env', rule: tested('lib-archive') },
  { file: 'lib/adapters/red.ts', imports: '@/lib/agent/ports', rule: listed('lib-adapters') },
  { file: 'lib/adapters/red-crypto.ts', imports: '@/lib/crypto/envelope', rule: listed('lib-adapters') },
  { file: 'lib/adapters/red.test.ts', imports: '@/lib/agent/loop', rule: tested('lib-adapters') },
  { file: 'lib/agent/red.ts', imports: '@/lib/db/client', rule: listed('lib-agent') },
  { file: 'lib/agent/red-adapters.ts', imports: '@/lib/adapters/index', rule: listed('lib-agent') },
  { file: 'lib/agent/red.test.ts', imports: '@/lib/adapters/index', rule: tested('lib-agent') },
  { file: 'lib/tools/red.ts', imports: '@/lib/agent/loop', rule: listed('lib-tools') },
  { file: 'lib/tools/red.test.ts', imports: '@/lib/agent/loop', rule: tested('lib-tools') },
  { file: 'lib/knowledge/red.ts', imports: '@/lib/db/client', rule: listed('lib-knowledge') },
  { file: 'lib/knowledge/red.test.ts', imports: '@/lib/db/client', rule: tested('lib-knowledge') },
  { file: 'lib/extensions/red.ts', imports: '@/lib/tools/index', rule: listed('lib-extensions') },
  { file: 'lib/extensions/red.test.ts', imports: '@/lib/db/client', rule: tested('lib-extensions') },
  { file: 'lib/db/red.ts', imports: '@/lib/agent/loop', rule: listed('lib-db') },
  { file: 'lib/db/red.test.ts', imports: '@/lib/auth/password', rule: tested('lib-db') },
  { file: 'lib/auth/red.ts', imports: '@/lib/server/env', rule: listed('lib-auth') },
  { file: 'lib/auth/red.test.ts', imports: '@/lib/server/env', rule: tested('lib-auth') },
  { file: 'lib/server/red.ts', imports: '@/lib/client/api', rule: listed('lib-server') },
  { file: 'lib/server/red.test.ts', imports: '@/components/button', rule: tested('lib-server') },
  { file: 'lib/client/red.ts', imports: '@/lib/server/env', rule: listed('lib-client') },
  { file: 'lib/client/red.test.ts', imports: '@/lib/server/env', rule: tested('lib-client') },
  { file: 'components/red.tsx', imports: '@/lib/server/env', rule: listed('components') },
  { file: 'components/red.test.tsx', imports: '@/lib/server/env', rule: tested('components') },
  { file: 'app/red.tsx', imports: '@/lib/db/client', rule: listed('app') },
  { file: 'app/red.test.tsx', imports: '@/lib/db/client', rule: tested('app') },
  { file: 'proxy.ts', imports: '@/lib/db/client', rule: 'root-files-import-like-the-app' },
  { file: 'lib/agent/red-ai.ts', imports: 'ai', rule: 'ai-sdk-only-in-its-bridge' },
  { file: 'lib/adapters/openai/red.ts', imports: '@ai-sdk/openai', rule: 'ai-sdk-only-in-its-bridge' },
  { file: 'tests/e2e/red-ai.ts', imports: '@ai-sdk/openai', rule: 'ai-sdk-only-in-its-bridge' },
  { file: 'lib/server/red-pg.ts', imports: 'pg', rule: 'database-drivers-only-in-db' },
  { file: 'lib/server/red-prisma.ts', imports: '@prisma/client', rule: 'database-drivers-only-in-db' },
  { file: 'lib/auth/red-generated.ts', imports: '@/lib/db/generated/client', rule: 'database-drivers-only-in-db' },
  { file: 'lib/adapters/red-undici.ts', imports: 'undici', rule: 'undici-only-in-net' },
  { file: 'lib/server/red-crypto.ts', imports: 'node:crypto', rule: 'node-crypto-only-in-crypto' },
  { file: 'lib/db/red-crypto.ts', imports: 'node:crypto', rule: 'node-crypto-only-in-crypto' },
  { file: 'lib/server/red-auth.ts', imports: 'next-auth', rule: 'next-auth-only-in-auth' },
  { file: 'lib/server/red-adapter.ts', imports: '@/lib/adapters/openai/serialize', rule: 'adapters-have-one-door' },
  {
    file: 'lib/server/red-adapter.test.ts',
    imports: '@/lib/adapters/openai/serialize',
    rule: 'adapters-have-one-door',
  },
  { file: 'lib/agent/red-test.ts', imports: '@/tests/support/clock', rule: 'tests-stay-out-of-the-app' },
  { file: 'lib/agent/red-vitest.ts', imports: 'vitest', rule: 'tests-stay-out-of-the-app' },
  { file: 'lib/utils/red.ts', imports: 'zod', rule: 'every-floor-is-listed' },
  { file: 'lib/server/red-floor.ts', imports: '@/lib/utils/anything', rule: 'nothing-imports-an-unlisted-floor' },
  { file: 'lib/ir/red-circle.ts', imports: '@/lib/ir/red-circle', rule: 'no-cycles' },
  { file: 'lib/ir/red-missing.ts', imports: '@/lib/ir/missing', rule: 'imports-resolve', unresolved: true },
];

/** Neighbours of the violations that must stay possible. */
export const allowed: AllowedProbe[] = [
  { file: 'lib/ir/green.ts', imports: 'zod' },
  { file: 'lib/ir/green.test.ts', imports: 'vitest' },
  { file: 'lib/sse/green.ts', imports: 'eventsource-parser' },
  { file: 'lib/crypto/green.ts', imports: 'node:crypto' },
  { file: 'lib/net/green.ts', imports: 'undici' },
  { file: 'lib/archive/green.ts', imports: '@zip.js/zip.js' },
  { file: 'lib/adapters/green.ts', imports: '@/lib/sse/decode' },
  { file: 'lib/adapters/green-redact.ts', imports: '@/lib/crypto/redact' },
  { file: 'lib/adapters/ai-sdk/green.ts', imports: 'ai' },
  { file: 'lib/adapters/openai/green.test.ts', imports: '@ai-sdk/openai' },
  { file: 'tests/bench/green-peer.ts', imports: '@ai-sdk/openai' },
  { file: 'lib/agent/green.ts', imports: '@/lib/ir/message' },
  { file: 'lib/agent/green.test.ts', imports: '@/tests/support/clock' },
  { file: 'lib/tools/green.ts', imports: '@/lib/agent/ports' },
  { file: 'lib/knowledge/green.ts', imports: '@/lib/agent/ports' },
  { file: 'lib/extensions/green.ts', imports: '@/lib/net/safe-fetch' },
  { file: 'lib/db/green.ts', imports: '@prisma/client' },
  { file: 'lib/db/green-generated.ts', imports: '@/lib/db/generated/client' },
  { file: 'lib/db/embedded/green.ts', imports: 'node:crypto' },
  { file: 'lib/auth/green.ts', imports: 'next-auth' },
  { file: 'lib/server/green.ts', imports: '@/lib/adapters/index' },
  { file: 'lib/server/green-guard.ts', imports: 'server-only' },
  { file: 'lib/client/green.ts', imports: '@/lib/sse/decode' },
  { file: 'components/green.tsx', imports: '@/lib/client/api' },
  { file: 'components/green-next.tsx', imports: 'next' },
  { file: 'app/green.tsx', imports: '@/lib/server/env' },
];
