import 'server-only';
import type { z } from 'zod';
import type { Issue } from './problem';

const maxIssues = 50;

/** What a schema found wrong, by the place of each flaw. */
export function describeIssues({ issues }: z.ZodError): Issue[] {
  return issues.slice(0, maxIssues).flatMap(describeIssue);
}

function describeIssue(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'This field is not known here.' }));
}
