import { z } from 'zod';

/** What makes a path acceptable is said once, where files are kept. */
export const pathOf = z
  .string()
  .min(1)
  .max(400)
  .describe('Path in the workspace of this chat, relative, such as data.csv or reports/june.md');

export const globOf = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('Only files whose path fits, such as *.csv or reports/**/*.md');
