import { describe, expect, it } from 'vitest';
import { MetonaFailure, metonaErrorCodeSchema } from '@/lib/ir';
import { conflict, invalid, problemResponse, rateLimited, statusByCode } from './problem';

describe('problems', () => {
  it('have a status for every code there is, and for no other', () => {
    expect(Object.keys(statusByCode).sort()).toEqual([...metonaErrorCodeSchema.options].sort());
    for (const status of Object.values(statusByCode)) expect(status).toBeGreaterThanOrEqual(400);
  });

  it('carry issues and the stored state', async () => {
    const refused = problemResponse(invalid([{ path: 'a.b', message: 'no' }]));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: { code: 'invalid_request', message: 'no', retryable: false }, issues: [{ path: 'a.b', message: 'no' }] },
    ]);
    const stale = problemResponse(conflict('it has changed', { id: 'x' }));
    expect([stale.status, (await stale.json()).current]).toEqual([409, { id: 'x' }]);
  });

  it('say in whole seconds when to come back', async () => {
    const answer = problemResponse(rateLimited(1_200));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await answer.json()).error.retryAfterMs).toBe(2_000);
  });

  it('pass on a failure of the runtime, of whichever module graph, and hide everything else', async () => {
    const failure = new MetonaFailure({ code: 'model_overloaded', message: 'busy', retryable: true });
    expect([problemResponse(failure).status, (await problemResponse(failure).json()).error.code]).toEqual([
      503,
      'model_overloaded',
    ]);
    class OtherGraph extends Error {
      override readonly name = 'ApiFailure';
      readonly error = { code: 'not_found', message: 'nothing', retryable: false };
    }
    expect(problemResponse(new OtherGraph()).status).toBe(404);
    const answer = problemResponse(new Error('/home/someone/secret.ts exploded'));
    expect(answer.status).toBe(500);
    expect(JSON.stringify(await answer.json())).not.toContain('exploded');
    expect(problemResponse('text').status).toBe(500);
  });
});
