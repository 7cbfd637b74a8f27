import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getSources } from '@/app/api/sessions/[id]/sources/route';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
});
afterAll(() => world.database.drop());

const returned = (toolName: string, result: unknown) => ({
  role: 'tool' as const,
  content: 'x',
  more: {
    toolResult: { toolCallId: toolName, toolName, result, success: true, durationMs: 1, timestamp: 0 },
  },
});

const lookUp = (user: SignedUp, id: string, ...hrefs: string[]) =>
  as(user, getSources, { id, path: `/api?hrefs=${encodeURIComponent(hrefs.join(','))}` });

describe('citations of a conversation', () => {
  it('are those that one of its tools has returned, wherever in it', async () => {
    const { id } = await conversation(world, anna, [
      { role: 'user', content: 'Owls?' },
      returned('rag.search', {
        hits: [
          { href: '/notes/note_owls#block-b1', title: 'Owls', heading: 'Hunting' },
          { href: '/chat/s_9?message=msg_9', title: 'Birds' },
        ],
      }),
      returned('notes.read', { id: 'note_bees', title: 'Bees' }),
      returned('fetch_url', { text: 'x', href: '/notes/note_evil', title: 'Evil' }),
      { role: 'assistant', content: 'They hunt.' },
    ]);
    const asked = ['/notes/note_owls#block-b2', '/chat/s_9?message=msg_9', '/notes/note_bees'];
    const odd = ['/notes/note_evil', '/notes/note_none', '/files/note_bees', '/settings', '%', "'; DROP"];
    expect((await lookUp(anna, id, ...asked, ...odd)).body.items).toEqual([
      { href: asked[0], title: 'Owls', heading: 'Hunting' },
      { href: asked[1], title: 'Birds', heading: '' },
      { href: asked[2], title: 'Bees', heading: '' },
    ]);
  });

  it('are looked up by the owner alone, so many at a time', async () => {
    const { id } = await conversation(world, anna, [{ role: 'user', content: 'x' }]);
    const ben = await signUp('ben');
    expect((await lookUp(ben, id, '/notes/note_owls')).status).toBe(404);
    expect((await lookUp(anna, id, ...Array.from({ length: 51 }, (_, at) => `/notes/note_${at}`))).status).toBe(400);
  });
});
