const nothing = { passed: 0, failed: 0, skipped: 0 };

export const oneFailed = { ...nothing, failed: 1 };

export function addCounts(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

export function countChecks(results) {
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

/** A file that cannot be loaded has no tests that could fail: it counts as one. */
export function countVitest(report) {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A flaky test failed once, and that is a failure. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** A runner that ends badly without naming a failed test, or without a report, counts as one failed test itself. */
export function countRun({ code, report, count }) {
  const counted = report ? count(report) : nothing;
  const isUnexplained = (code !== 0 || !report) && counted.failed === 0;
  return isUnexplained ? addCounts(counted, oneFailed) : counted;
}
