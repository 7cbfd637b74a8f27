import { describe, expect, it } from 'vitest';
import { toolContext } from '@/tests/support/tool-context';
import { calculate } from '../calculate';
import { runCode } from '../run-code';

describe('the workers of all users', () => {
  it('are not taken by one of them: another is served while his programs run and wait', async () => {
    const stop = new AbortController();
    const eve = { ...toolContext, userId: 'eve', signal: stop.signal };
    let ended = 0;
    const endless = Array.from({ length: 8 }, () =>
      runCode.execute({ code: 'for (;;);', timeout_seconds: 30 }, eve).then(
        () => 'done',
        (reason: Error) => {
          ended += 1;
          return reason.message;
        },
      ),
    );
    const answer = await calculate.execute({ expression: '6 * 7' }, { ...toolContext, userId: 'anna' });
    expect([answer.summary, ended]).toEqual(['6 * 7 = 42', 0]);
    stop.abort(new Error('stopped'));
    expect(new Set(await Promise.all(endless))).toEqual(new Set(['stopped']));
  });
});
