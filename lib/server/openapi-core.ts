import 'server-only';
import { z } from 'zod';
import {
  agentRunSchema,
  metonaStreamEventSchema,
  permissionRequestSchema,
  runEventSchema,
  runTraceSchema,
} from '@/lib/ir';
import { accountChangeSchema, accountDeletionSchema, passwordChangeSchema, registrationSchema } from './accounts';
import { newInviteSchema } from './admin';
import type { OpenApiOperation } from './openapi-operation';
import { chatBody, createRunBody, decisionBody, permissionListQuery, runListQuery, steerBody } from './run-schemas';
import { systemStatusSchema } from './system-status';
import { newTokenSchema } from './tokens';

const listOf = (item: z.ZodType) => z.object({ items: z.array(item), next_cursor: z.string().nullable().optional() });
const rows = listOf(z.looseObject({ id: z.string() }));
const run = '/api/agent/runs/{run_id}';
const after = z.strictObject({ after: z.coerce.number().int().optional() });

const core: readonly OpenApiOperation[] = [
  {
    method: 'post',
    path: '/api/chat',
    summary: 'One model call, nothing stored',
    body: chatBody,
    events: metonaStreamEventSchema,
  },
  { method: 'get', path: '/api/agent/runs', summary: 'My runs', query: runListQuery, response: listOf(agentRunSchema) },
  {
    method: 'post',
    path: '/api/agent/runs',
    summary: 'Start a run',
    body: createRunBody,
    status: 201,
    response: agentRunSchema,
  },
  { method: 'get', path: run, summary: 'One run', response: agentRunSchema },
  {
    method: 'get',
    path: `${run}/events`,
    summary: 'Its events, live or replayed; one snapshot in place of events that are gone',
    query: after,
    events: runEventSchema,
  },
  {
    method: 'get',
    path: `${run}/trace`,
    summary: 'Its spans',
    response: runTraceSchema,
  },
  { method: 'post', path: `${run}/cancel`, summary: 'Stop it', status: 202, response: agentRunSchema },
  {
    method: 'post',
    path: `${run}/steer`,
    summary: 'Leave it a message for its next step',
    body: steerBody,
    status: 202,
    response: agentRunSchema,
  },
  {
    method: 'get',
    path: '/api/agent/permissions',
    summary: 'What waits for me',
    query: permissionListQuery,
    response: listOf(permissionRequestSchema),
  },
  {
    method: 'post',
    path: `${run}/permissions/{request_id}`,
    summary: 'Answer a request',
    body: decisionBody,
    response: permissionRequestSchema,
  },
];

const account: readonly OpenApiOperation[] = [
  {
    method: 'post',
    path: '/api/account/register',
    summary: 'Open an account',
    auth: false,
    body: registrationSchema,
    status: 201,
    response: z.strictObject({}),
  },
  {
    method: 'get',
    path: '/api/account',
    summary: 'My account',
    response: z.looseObject({ id: z.string(), email: z.string() }),
  },
  {
    method: 'patch',
    path: '/api/account',
    summary: 'Change my name',
    body: accountChangeSchema,
    response: z.looseObject({ id: z.string() }),
  },
  { method: 'delete', path: '/api/account', summary: 'Delete my account', body: accountDeletionSchema, status: 204 },
  {
    method: 'post',
    path: '/api/account/password',
    summary: 'Change my password',
    body: passwordChangeSchema,
    status: 204,
  },
  { method: 'get', path: '/api/account/sessions', summary: 'Where I am signed in', response: rows },
  { method: 'delete', path: '/api/account/sessions', summary: 'Sign out everywhere', status: 204 },
  { method: 'delete', path: '/api/account/sessions/{id}', summary: 'Sign out there', status: 204 },
  { method: 'get', path: '/api/tokens', summary: 'My access tokens', response: rows },
  {
    method: 'post',
    path: '/api/tokens',
    summary: 'Make one; it is shown once',
    body: newTokenSchema,
    status: 201,
    response: z.looseObject({ id: z.string(), token: z.string() }),
  },
  { method: 'delete', path: '/api/tokens/{id}', summary: 'Revoke one', status: 204 },
  {
    method: 'get',
    path: '/api/admin/status',
    summary: 'Sizes, instances, jobs and backups (administrators)',
    response: systemStatusSchema,
  },
  { method: 'get', path: '/api/admin/invites', summary: 'Invites (administrators)', response: rows },
  {
    method: 'post',
    path: '/api/admin/invites',
    summary: 'Make an invite (administrators)',
    body: newInviteSchema,
    status: 201,
    response: z.looseObject({ id: z.string() }),
  },
  { method: 'delete', path: '/api/admin/invites/{id}', summary: 'Withdraw an invite (administrators)', status: 204 },
  {
    method: 'get',
    path: '/api/health',
    summary: 'Whether it works',
    auth: false,
    response: z.strictObject({ status: z.literal('ok') }),
  },
];

export const coreOperations: readonly OpenApiOperation[] = [...core, ...account];
