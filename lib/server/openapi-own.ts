import 'server-only';
import { z } from 'zod';
import { metonaMemoryItemSchema, metonaStoredMessageSchema } from '@/lib/ir';
import { embeddingTestBody, embeddingTestSchema } from './embedding-test';
import { grantViewSchema } from './grants';
import {
  knowledgeAnswerSchema,
  knowledgeIndexBody,
  knowledgeProgressSchema,
  knowledgeSearchQuery,
} from './knowledge-view';
import { cleanUpPreviewSchema, cleanUpResultSchema, memoryIndexSchema, memoryPageSchema } from './memories';
import { messagePageSchema } from './messages';
import type { OpenApiOperation } from './openapi-operation';
import { modelListSchema } from './provider-models';
import { providerTestSchema } from './provider-test';
import { providerUseSchema } from './provider-use';
import { providerViewSchema } from './provider-view';
import * as request from './request-schemas';
import { summaryBody } from './run-schemas';
import { searchHitSchema } from './search';
import { sessionViewSchema } from './session-view';
import { settingsPutBody, settingsViewSchema } from './settings-table';
import { secretFindingSchema } from './share-secrets';
import { publicShareSchema } from './share-snapshot';
import { shareViewSchema } from './share-view';
import { toolViewSchema } from './tools';
import { searchTestSchema } from './web-search';

const listOf = (item: z.ZodType) => z.object({ items: z.array(item), next_cursor: z.string().nullable() });
const id = '/api/sessions/{id}';
const preview = z.object({
  messages: z.number().int(),
  title: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.number().int() })),
  /** Files that could not be looked into. */
  unread_files: z.array(z.string()),
  findings: z.array(secretFindingSchema),
  share: publicShareSchema,
});

const sessions: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/sessions',
    summary: 'My conversations',
    query: request.pageQuery,
    response: listOf(sessionViewSchema),
  },
  {
    method: 'post',
    path: '/api/sessions',
    summary: 'Begin one',
    body: request.sessionCreateBody,
    status: 201,
    response: sessionViewSchema,
  },
  { method: 'get', path: id, summary: 'One conversation', response: sessionViewSchema },
  {
    method: 'patch',
    path: id,
    summary: 'Rename, pin, switch branch',
    body: request.sessionPatchBody,
    response: sessionViewSchema,
  },
  { method: 'delete', path: id, summary: 'Delete it with all that belongs to it', status: 204 },
  {
    method: 'get',
    path: `${id}/messages`,
    summary: 'Its messages on the branch shown, newest first, with the branches beside them',
    query: request.messagesQuery,
    response: messagePageSchema,
  },
  {
    method: 'patch',
    path: `${id}/messages/{message_id}`,
    summary: 'Edit a summary',
    body: summaryBody,
    response: metonaStoredMessageSchema,
  },
  {
    method: 'delete',
    path: `${id}/messages/{message_id}`,
    summary: 'Delete a summary: what it stands for is sent again',
    status: 204,
  },
  {
    method: 'post',
    path: `${id}/fork`,
    summary: 'Copy it up to a message',
    body: request.forkBody,
    status: 201,
    response: sessionViewSchema,
  },
  {
    method: 'get',
    path: '/api/search',
    summary: 'Full text search',
    query: request.searchQuery,
    response: listOf(searchHitSchema),
  },
];

const share = '/api/share/{token}';

const shares: readonly OpenApiOperation[] = [
  { method: 'get', path: `${id}/shares`, summary: 'Its links', response: listOf(shareViewSchema) },
  {
    method: 'post',
    path: `${id}/shares`,
    summary: 'Publish a snapshot',
    body: request.shareCreateBody,
    status: 201,
    response: shareViewSchema,
  },
  {
    method: 'post',
    path: `${id}/shares/preview`,
    summary: 'What would be visible',
    body: request.sharePreviewBody,
    response: preview,
  },
  { method: 'get', path: '/api/shares', summary: 'All my links', response: listOf(shareViewSchema) },
  {
    method: 'patch',
    path: '/api/shares/{id}',
    summary: 'Publish newer turns or change a link',
    body: request.sharePatchBody,
    response: shareViewSchema,
  },
  { method: 'delete', path: '/api/shares/{id}', summary: 'Revoke a link', status: 204 },
  { method: 'get', path: share, summary: 'What a link shows', auth: false, response: publicShareSchema },
  {
    method: 'get',
    path: `${share}/card`,
    summary: 'The picture beside a link on other sites',
    auth: false,
    file: ['image/png'],
  },
  { method: 'post', path: `${share}/view`, summary: 'Count a view', auth: false, status: 204 },
  {
    method: 'post',
    path: `${share}/unlock`,
    summary: 'Unlock with the passphrase',
    auth: false,
    body: request.unlockBody,
    status: 204,
  },
  {
    method: 'post',
    path: `${share}/fork`,
    summary: 'Continue it in my own chat',
    status: 201,
    response: sessionViewSchema,
  },
];

const knowledgeIndexSchema = memoryIndexSchema.extend(knowledgeProgressSchema.shape);

const knowledge: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/memories',
    summary: 'What is remembered',
    query: request.memoryListQuery,
    response: memoryPageSchema,
  },
  {
    method: 'post',
    path: '/api/memories',
    summary: 'Remember something',
    body: request.memoryCreateBody,
    status: 201,
    response: metonaMemoryItemSchema,
  },
  {
    method: 'get',
    path: '/api/memories/cleanup',
    summary: 'What cleaning up would take away',
    response: cleanUpPreviewSchema,
  },
  {
    method: 'post',
    path: '/api/memories/cleanup',
    summary: 'Clean up: all that is certain, or what is named',
    body: request.memoryCleanUpBody,
    response: cleanUpResultSchema,
  },
  {
    method: 'get',
    path: '/api/knowledge/index',
    summary: 'How far memories, notes, files and messages can be searched',
    response: knowledgeIndexSchema,
  },
  {
    method: 'post',
    path: '/api/knowledge/index',
    summary: 'Bring that up to date now, or read everything again',
    body: knowledgeIndexBody,
    response: knowledgeIndexSchema,
  },
  {
    method: 'get',
    path: '/api/knowledge/search',
    summary: 'Search notes, files and past chats by words and by meaning',
    query: knowledgeSearchQuery,
    response: knowledgeAnswerSchema,
  },
  {
    method: 'post',
    path: '/api/knowledge/test',
    summary: 'Have one sentence made into a vector',
    body: embeddingTestBody,
    response: embeddingTestSchema,
  },
  { method: 'get', path: '/api/memories/{id}', summary: 'One memory', response: metonaMemoryItemSchema },
  {
    method: 'patch',
    path: '/api/memories/{id}',
    summary: 'Change or accept it',
    body: request.memoryPatchBody,
    response: metonaMemoryItemSchema,
  },
  { method: 'delete', path: '/api/memories/{id}', summary: 'Forget it', status: 204 },
];

const provider = '/api/providers/{id}';

const configuration: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/providers',
    summary: 'Providers as I have set them up',
    response: listOf(providerViewSchema),
  },
  {
    method: 'post',
    path: '/api/providers',
    summary: 'Add a server of my own',
    body: request.providerCreateBody,
    status: 201,
    response: providerViewSchema,
  },
  {
    method: 'put',
    path: provider,
    summary: 'Set a provider up',
    body: request.providerPutBody,
    response: providerViewSchema,
  },
  { method: 'delete', path: provider, summary: 'Take its configuration away', status: 204 },
  {
    method: 'post',
    path: `${provider}/test`,
    summary: 'Send one tiny message',
    body: request.providerTestBody,
    response: providerTestSchema,
  },
  { method: 'get', path: `${provider}/models`, summary: 'Its models', response: modelListSchema },
  {
    method: 'post',
    path: `${provider}/models`,
    summary: 'Its models, and changes are counted from now on',
    response: modelListSchema,
  },
  { method: 'get', path: `${provider}/used-by`, summary: 'What relies on it', response: providerUseSchema },
  { method: 'get', path: '/api/settings', summary: 'My settings', response: settingsViewSchema },
  {
    method: 'put',
    path: '/api/settings',
    summary: 'Change some; null clears',
    body: settingsPutBody,
    response: settingsViewSchema,
  },
  {
    method: 'get',
    path: '/api/permissions/grants',
    summary: 'What I have allowed for a session',
    response: listOf(grantViewSchema),
  },
  { method: 'delete', path: '/api/permissions/grants/{id}', summary: 'Take it back', status: 204 },
  {
    method: 'post',
    path: '/api/web-search/test',
    summary: 'Search the web once with what is set up',
    response: searchTestSchema,
  },
  { method: 'get', path: '/api/tools', summary: 'Tools I may use', response: listOf(toolViewSchema) },
  {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This description',
    auth: false,
    response: z.looseObject({ openapi: z.string() }),
  },
];

export const ownOperations: readonly OpenApiOperation[] = [...sessions, ...shares, ...knowledge, ...configuration];
