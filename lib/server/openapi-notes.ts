import 'server-only';
import * as notes from './note-schemas';
import type { OpenApiOperation } from './openapi-operation';

const one = '/api/notes/{id}';
const folders = '/api/notes/folders';

export const noteOperations: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/notes',
    summary: 'My notes',
    query: notes.noteListQuery,
    response: notes.notePageSchema,
  },
  {
    method: 'post',
    path: '/api/notes',
    summary: 'Write a note',
    body: notes.noteCreateBody,
    status: 201,
    response: notes.noteViewSchema,
  },
  { method: 'get', path: one, summary: 'One note with its blocks', response: notes.noteViewSchema },
  {
    method: 'patch',
    path: one,
    summary: 'Change or move it; with base_revision only if nobody else did',
    body: notes.notePatchBody,
    response: notes.noteViewSchema,
  },
  { method: 'delete', path: one, summary: 'Delete it', status: 204 },
  { method: 'get', path: folders, summary: 'Folders of notes', response: notes.folderListSchema },
  {
    method: 'post',
    path: folders,
    summary: 'Make a folder',
    body: notes.folderBody,
    status: 201,
    response: notes.folderBody,
  },
  {
    method: 'patch',
    path: folders,
    summary: 'Rename or move a folder with all that is in it',
    body: notes.folderRenameBody,
    response: notes.folderBody,
  },
  {
    method: 'delete',
    path: folders,
    summary: 'Delete a folder; what is in it moves to the folder around it',
    query: notes.folderBody,
    status: 204,
  },
];
