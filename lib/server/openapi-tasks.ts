import 'server-only';
import { z } from 'zod';
import type { OpenApiOperation } from './openapi-operation';
import { taskCreateBody, taskListQuery, taskPatchBody, taskViewSchema } from './tasks';

const page = z.object({ items: z.array(taskViewSchema), next_cursor: z.string().nullable() });
const one = '/api/tasks/{id}';

export const taskOperations: readonly OpenApiOperation[] = [
  { method: 'get', path: '/api/tasks', summary: 'My tasks', query: taskListQuery, response: page },
  {
    method: 'post',
    path: '/api/tasks',
    summary: 'Write a task down',
    body: taskCreateBody,
    status: 201,
    response: taskViewSchema,
  },
  { method: 'get', path: one, summary: 'One task', response: taskViewSchema },
  {
    method: 'patch',
    path: one,
    summary: 'Change, complete or reopen it',
    body: taskPatchBody,
    response: taskViewSchema,
  },
  { method: 'delete', path: one, summary: 'Delete it', status: 204 },
];
