import 'server-only';
import { z } from 'zod';
import {
  mcpCallbackBody,
  mcpCallbackQuery,
  mcpServerBody,
  mcpServerPatchBody,
  mcpServerViewSchema,
  mcpSignInSchema,
  mcpTestSchema,
} from './mcp-schemas';
import type { OpenApiOperation } from './openapi-operation';

const all = '/api/mcp-servers';
const one = `${all}/{id}`;

export const mcpOperations: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: all,
    summary: 'My MCP servers, with their tools as last seen',
    response: z.object({ items: z.array(mcpServerViewSchema), next_cursor: z.null() }),
  },
  {
    method: 'post',
    path: all,
    summary: 'Add an MCP server; test it to see its tools',
    body: mcpServerBody,
    status: 201,
    response: mcpServerViewSchema,
  },
  { method: 'get', path: one, summary: 'One MCP server', response: mcpServerViewSchema },
  {
    method: 'patch',
    path: one,
    summary: 'Change it; another address needs its headers and its sign-in again',
    body: mcpServerPatchBody,
    response: mcpServerViewSchema,
  },
  { method: 'delete', path: one, summary: 'Remove it', status: 204 },
  {
    method: 'post',
    path: `${one}/test`,
    summary: 'Connect to it and list its tools; a failure is part of the answer',
    response: mcpTestSchema,
  },
  {
    method: 'post',
    path: `${one}/sign-in`,
    summary: 'Begin to sign in there; gives the page to go to',
    response: mcpSignInSchema,
  },
  { method: 'delete', path: `${one}/sign-in`, summary: 'Forget the sign-in', status: 204 },
  {
    method: 'get',
    path: `${all}/oauth/callback`,
    summary: 'Where the page of a sign-in leads back to; leads on to the settings',
    auth: false,
    query: mcpCallbackQuery,
    status: 303,
  },
  {
    method: 'post',
    path: `${all}/oauth/callback`,
    summary: 'Complete a sign-in with what its page led back with',
    body: mcpCallbackBody,
    response: mcpTestSchema,
  },
];
