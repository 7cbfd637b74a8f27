import 'server-only';
import { spendSchema } from './messages';
import type { OpenApiOperation } from './openapi-operation';
import { contextQuery } from './request-schemas';
import { sessionContextSchema } from './session-context';
import { sourcesQuery, sourcesSchema } from './session-sources';

/** What is told of a conversation beside its messages. */
export const sessionOperations: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/sessions/{id}/context',
    summary: 'How full the window of a model is with it',
    query: contextQuery,
    response: sessionContextSchema,
  },
  {
    method: 'get',
    path: '/api/sessions/{id}/sources',
    summary: 'Which of these citations a tool of it returned',
    query: sourcesQuery,
    response: sourcesSchema,
  },
  { method: 'get', path: '/api/sessions/{id}/usage', summary: 'What its answers took so far', response: spendSchema },
];
