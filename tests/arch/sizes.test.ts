import { describe, expect, it } from 'vitest';
import { findSizeViolations } from '../../scripts/fences/sizes.mjs';

const lines = (count: number) => 'line\n'.repeat(count);

describe('the size fence', () => {
  it.each(['lib/agent/loop.ts', 'components/chat/message.tsx', 'scripts/start.mjs'])(
    'holds %s to 300 lines',
    (path) => {
      expect(findSizeViolations({ path, text: lines(300) })).toEqual([]);
      expect(findSizeViolations({ path, text: lines(301) })).toEqual([`${path}: 301 lines, at most 300`]);
    },
  );

  it('holds a route handler to less than 40', () => {
    const path = 'app/api/runs/[runId]/route.ts';
    expect(findSizeViolations({ path, text: lines(39) })).toEqual([]);
    expect(findSizeViolations({ path, text: lines(40) })).toEqual([`${path}: 40 lines, at most 39`]);
  });

  it('leaves message catalogues and other kinds of files alone', () => {
    expect(findSizeViolations({ path: 'lib/i18n/zh-CN/chat.ts', text: lines(900) })).toEqual([]);
    expect(findSizeViolations({ path: 'app/globals.css', text: lines(900) })).toEqual([]);
  });
});
