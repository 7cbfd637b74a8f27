import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { requireSmallWithoutImages, WITH_IMAGES_BYTES } from '@/lib/server/run-body-size';
import { chatBody } from '@/lib/server/run-schemas';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    auth: 'user',
    body: chatBody,
    maxBytes: WITH_IMAGES_BYTES,
    run: ({ userId, body, bytes, request }) => {
      requireSmallWithoutImages(
        bytes,
        body.messages.some((message) => message.images?.length),
      );
      return container().agent.chat.stream(userId, body, request);
    },
  }),
});
