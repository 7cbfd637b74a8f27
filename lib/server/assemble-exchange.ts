import 'server-only';
import { createAccountRows } from '@/lib/db/account-rows';
import type { PrismaClient } from '@/lib/db/client';
import { createImportStore } from '@/lib/db/import-store';
import { createLibraryRestore, type LibraryRestoreDependencies } from '@/lib/db/library-restore';
import type { MessageStore } from '@/lib/db/message-store';
import type { SessionStore } from '@/lib/db/session-store';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import { createAccountExport } from './account-export';
import type { Env } from './env';
import { createExport } from './export';
import { createImportWork } from './import/import-work';
import { createImporter } from './import/importer';
import { createLibraryImporter, type LibraryImportDependencies } from './import/library-importer';
import { createImports } from './imports';

interface ExchangeFoundation {
  readonly database: PrismaClient;
  readonly env: Pick<Env, 'maxImportMb'>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  /** Has a large file taken in soon. */
  readonly requestImport: (importId: string) => Promise<unknown>;
}

interface ExchangeStores {
  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly workspace: FullWorkspaceStore;
}

type ExchangeLibrary = LibraryRestoreDependencies & Omit<LibraryImportDependencies, 'restore' | 'sessions'>;

/** What leaves this server for its owner, and what he brings from elsewhere. */
export function assembleExchange(
  foundation: ExchangeFoundation,
  { sessions, messages, workspace }: ExchangeStores,
  library: ExchangeLibrary,
) {
  const { database, env, newId, now, requestImport } = foundation;
  const sessionExport = createExport({ sessions, messages, files: workspace, newId, now });
  const restore = createLibraryRestore(database, library);
  const saveInLibrary = createLibraryImporter({ ...library, restore, sessions });
  const importer = createImporter({ sessions, sessionExport, saveInLibrary, newId, now });
  const store = createImportStore(database, now);
  const maxBytes = env.maxImportMb * 1024 * 1024;
  return {
    sessionExport,
    imports: createImports({ store, importer, sessionExport, newId, now, requestImport, maxBytes }),
    importWork: createImportWork({ store, importer, now }),
    accountExport: createAccountExport({ rows: createAccountRows(database), sessionExport, files: workspace, now }),
  };
}
