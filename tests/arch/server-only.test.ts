import { describe, expect, it } from 'vitest';
import { findServerOnlyViolations } from '../../scripts/fences/server-only.mjs';

const guarded = "/** Why this file exists. */\nimport 'server-only';\nimport { z } from 'zod';\n";
const late = "import { z } from 'zod';\nimport 'server-only';\n";
const missing = 'export const answer = 42;\n';

describe('the server-only fence', () => {
  it.each(['lib/server/container.ts', 'lib/server/http/handler.ts', 'lib/auth/password.ts', 'lib/db/run-store.ts'])(
    'wants the import at the head of %s',
    (path) => {
      expect(findServerOnlyViolations({ path, text: guarded })).toEqual([]);
      expect(findServerOnlyViolations({ path, text: late })).toHaveLength(1);
      expect(findServerOnlyViolations({ path, text: missing })).toHaveLength(1);
    },
  );

  it.each(['lib/server/container.test.ts', 'lib/ir/message.ts', 'lib/db/embedded/layout.ts', 'app/page.tsx'])(
    'wants nothing of %s',
    (path) => {
      expect(findServerOnlyViolations({ path, text: missing })).toEqual([]);
    },
  );
});
