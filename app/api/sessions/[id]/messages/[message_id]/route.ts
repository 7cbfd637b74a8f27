import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { summaryBody, summaryParams } from '@/lib/server/run-schemas';

const patch = route({
  auth: 'user',
  params: summaryParams,
  body: summaryBody,
  own: ({ userId, params }) =>
    container().messages.ownSummary(userId, { sessionId: params.id, messageId: params.message_id }),
  run: ({ userId, params, body }) => {
    const summary = { sessionId: params.id, messageId: params.message_id };
    return container().messages.editSummary(userId, summary, body.content);
  },
});

const remove = route({
  auth: 'user',
  params: summaryParams,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params }) =>
    container().messages.deleteSummary(userId, { sessionId: params.id, messageId: params.message_id }),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ PATCH: patch, DELETE: remove });
