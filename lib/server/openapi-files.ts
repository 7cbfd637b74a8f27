import 'server-only';
import { fileFormSchema, filePageSchema, fileViewSchema } from './files';
import type { OpenApiOperation } from './openapi-operation';
import * as request from './request-schemas';

const textTypes = [
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'text/markdown',
  'application/json',
  'application/x-ndjson',
];

/** What people do with the files of their workspaces. */
export const fileOperations: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/files',
    summary: 'My files, those of one conversation with session_id',
    query: request.fileListQuery,
    response: filePageSchema,
  },
  {
    method: 'post',
    path: '/api/files',
    summary: 'Upload a text file into a conversation, or for the next message',
    form: fileFormSchema,
    status: 201,
    response: fileViewSchema,
  },
  { method: 'get', path: '/api/files/{id}', summary: 'One file, without its content', response: fileViewSchema },
  { method: 'delete', path: '/api/files/{id}', summary: 'Delete it', status: 204 },
  {
    method: 'get',
    path: '/api/files/{id}/content',
    summary: 'Download it',
    file: textTypes,
  },
  {
    method: 'get',
    path: '/api/share/{token}/files/{file_id}',
    summary: 'A file that a link shows',
    auth: false,
    file: textTypes,
  },
];
