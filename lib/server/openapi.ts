import 'server-only';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { metonaErrorSchema } from '@/lib/ir';
import { coreOperations } from './openapi-core';
import { exchangeOperations } from './openapi-exchange';
import { extensionOperations } from './openapi-extensions';
import { fileOperations } from './openapi-files';
import { mcpOperations } from './openapi-mcp';
import { noteOperations } from './openapi-notes';
import type { OpenApiOperation } from './openapi-operation';
import { ownOperations } from './openapi-own';
import { peopleOperations } from './openapi-people';
import { sessionOperations } from './openapi-sessions';
import { taskOperations } from './openapi-tasks';

const problem = z.object({
  error: metonaErrorSchema,
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.unknown().optional(),
});

const failure = { description: 'A refusal or failure', content: { 'application/json': { schema: problem } } };

function contentOf(operation: OpenApiOperation) {
  if (operation.events) return { 'text/event-stream': { schema: operation.events } };
  if (operation.file) return Object.fromEntries(operation.file.map((type) => [type, { schema: z.string() }]));
  return operation.response ? { 'application/json': { schema: operation.response } } : undefined;
}

function parametersOf(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return names.length === 0 ? undefined : z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
}

function toOperation(operation: OpenApiOperation): ZodOpenApiOperationObject {
  const path = parametersOf(operation.path);
  const content = contentOf(operation);
  const uploads = operation.uploads ?? (operation.upload ? [operation.upload] : []);
  return {
    summary: operation.summary,
    ...(operation.auth === false && { security: [] }),
    ...((path || operation.query) && {
      requestParams: { ...(path && { path }), ...(operation.query && { query: operation.query }) },
    }),
    ...(operation.body && {
      requestBody: {
        required: !operation.body.safeParse(undefined).success,
        content: { 'application/json': { schema: operation.body } },
      },
    }),
    ...(operation.form && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: operation.form } } },
    }),
    ...(uploads.length > 0 && {
      requestBody: {
        required: true,
        content: Object.fromEntries(uploads.map((type) => [type, { schema: z.string().meta({ format: 'binary' }) }])),
      },
    }),
    responses: {
      [`${operation.status ?? 200}`]: { description: 'Done', ...(content && { content }) },
      default: failure,
    },
  };
}

function build(publicUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of [
    ...coreOperations,
    ...ownOperations,
    ...exchangeOperations,
    ...sessionOperations,
    ...fileOperations,
    ...noteOperations,
    ...peopleOperations,
    ...taskOperations,
    ...mcpOperations,
    ...extensionOperations,
  ]) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOperation(operation) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Metona', version: '1' },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }, { cookie: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal access token' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The cookie of a signed-in browser' },
      },
    },
  });
}

let cached: { publicUrl: string; document: ReturnType<typeof build> } | undefined;

/** The description of the API, from the schemas that the handlers parse with; made once. */
export function describeApi(publicUrl: string) {
  if (cached?.publicUrl !== publicUrl) cached = { publicUrl, document: build(publicUrl) };
  return cached.document;
}
