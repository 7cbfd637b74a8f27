import { z } from 'zod';

/**
 * A backup is gzipped text: a line of JSON for the whole, then per table a line of JSON, its rows as COPY writes them
 * and a line `\.`, and at the end a line of JSON with what must have come.
 */
export const FORMAT = 'metona-backup';
export const FORMAT_VERSION = 1;
export const END_OF_ROWS = '\\.';

export const backupKinds = ['manual', 'hourly', 'before-migration'] as const;
export type BackupKind = (typeof backupKinds)[number];

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  kind: z.enum(backupKinds),
  createdAt: z.string(),
  postgres: z.string(),
  /** Of which database, and how much had changed in it so far: tells whether another backup is worth it. */
  database: z.string(),
  activity: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export const sectionSchema = z.object({ table: z.string(), columns: z.array(z.string()) });

const countSchema = z.object({ rows: z.number(), checksum: z.string() });
export const endSchema = z.object({
  end: z.literal(true),
  tables: z.record(z.string(), countSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type BackupEnd = z.infer<typeof endSchema>;
export type TableCounts = BackupEnd['tables'];
