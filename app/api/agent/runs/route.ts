import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { requireSmallWithoutImages, WITH_IMAGES_BYTES } from '@/lib/server/run-body-size';
import { createRunBody, runListQuery } from '@/lib/server/run-schemas';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    auth: 'user',
    query: runListQuery,
    run: ({ userId, query }) => container().agent.runs.list(userId, query),
  }),
  POST: route({
    auth: 'user',
    body: createRunBody,
    maxBytes: WITH_IMAGES_BYTES,
    run: async ({ userId, body, bytes, request }) => {
      requireSmallWithoutImages(bytes, (body.images?.length ?? 0) > 0);
      const { runs, runEvents } = container().agent;
      if (request.headers.get('accept')?.includes('text/event-stream')) {
        return runEvents.follow(userId, await runs.begin(userId, body), request);
      }
      const { run, created } = await runs.create(userId, body);
      return Response.json(run, { status: created ? 201 : 200 });
    },
  }),
});
