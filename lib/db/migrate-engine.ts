import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DiffParams, DiffResult, SchemaEngine } from '@prisma/schema-engine-wasm';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import { type DatabaseConnection, pgConnection } from './connection';

interface EngineGlue {
  __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
  SchemaEngine: typeof SchemaEngine;
}

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Prisma's schema engine as WebAssembly: it needs no download, unlike the one of the command line. */
export async function openSchemaEngine(schema: string, connection: DatabaseConnection): Promise<SchemaEngine> {
  const { __wbg_set_wasm: setWasm, SchemaEngine: Engine } = glue as unknown as EngineGlue;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'));
  const imports = { './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  setWasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pgConnection(connection)));
  return Engine.new({ datamodels: [['schema.prisma', schema]] }, () => undefined, adapter);
}

/** The SQL that leads from one schema to another; empty when they are the same. */
export async function diffSchemas(engine: SchemaEngine, from: string | null, to: string): Promise<string> {
  const model = (content: string) => ({ tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }] });
  const parameters: DiffParams = {
    from: from === null ? { tag: 'empty' } : model(from),
    to: model(to),
    script: true,
    exitCode: null,
    filters: NO_FILTERS,
  };
  const { stdout }: DiffResult = await engine.diff(parameters);
  const script = stdout ?? '';
  return script.includes('This is an empty migration') ? '' : script;
}
