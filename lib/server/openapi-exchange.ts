import 'server-only';
import { z } from 'zod';
import { importAnswerSchema, importViewSchema } from './import/import-view';
import type { OpenApiOperation } from './openapi-operation';
import { exportQuery, importListQuery, importQuery } from './request-schemas';

/** What leaves this server for its owner, and what he brings from elsewhere. */
export const exchangeOperations: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/sessions/{id}/export',
    summary: 'Download it',
    query: exportQuery,
    file: ['application/json', 'text/markdown'],
  },
  {
    method: 'post',
    path: '/api/sessions/import',
    summary:
      'Take in exports of Metona, ChatGPT, Claude and LibreChat, as JSON or ZIP; beyond 8 MB in the background, with 202',
    query: importQuery,
    uploads: ['application/json', 'application/zip'],
    status: 201,
    response: importAnswerSchema,
  },
  {
    method: 'get',
    path: '/api/sessions/import',
    summary: 'My imports in the background',
    query: importListQuery,
    response: z.object({ items: z.array(importViewSchema), next_cursor: z.string().nullable() }),
  },
  { method: 'get', path: '/api/sessions/import/{id}', summary: 'How far one is', response: importViewSchema },
  { method: 'delete', path: '/api/sessions/import/{id}', summary: 'Give one up; what was taken in stays', status: 204 },
  {
    method: 'get',
    path: '/api/account/export',
    summary: 'Everything that is mine, as one archive',
    file: ['application/zip'],
  },
];
