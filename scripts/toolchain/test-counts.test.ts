import { describe, expect, it } from 'vitest';
import { addCounts, countChecks, countPlaywright, countRun, countVitest } from './test-counts.mjs';

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
};

describe('test counts', () => {
  it('count each check as one test', () => {
    expect(countChecks([{ passed: true }, { passed: false }])).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('count a test file that cannot be loaded as a failure', () => {
    expect(countVitest(vitestReport)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  it('count a flaky test as a failure', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 1 };
    expect(countPlaywright({ stats })).toEqual({ passed: 3, failed: 2, skipped: 1 });
  });

  it('count a runner that died as one failure', () => {
    const count = () => ({ passed: 4, failed: 0, skipped: 0 });
    expect(countRun({ code: 0, report: {}, count })).toEqual({ passed: 4, failed: 0, skipped: 0 });
    expect(countRun({ code: 1, report: {}, count })).toEqual({ passed: 4, failed: 1, skipped: 0 });
    expect(countRun({ code: 137, report: null, count })).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countRun({ code: 0, report: null, count })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('add up over the runners', () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(addCounts(one, one)).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});
