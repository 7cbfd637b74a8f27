import { inject } from 'vitest';
import { messageColumns } from '@/lib/db/message-rows';
import { container } from '@/lib/server/container';
import type { RouteHandler } from '@/lib/server/http/handler';
import { type Answer, type CallOptions, call, type SignedUp } from '../support/api-client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installTestContainer } from '../support/test-container';

export interface World {
  readonly database: TestDatabase;
  readonly clock: { offset: number };
}

/** An empty database and the application over it. */
export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const database = await createTestDatabase(inject('testServer'));
  const clock = { offset: 0 };
  installTestContainer(database, { clock, env: { METONA_MOCK: 'test', METONA_PRIVATE_ORIGINS: '', ...env } });
  return { database, clock };
}

/** Calls a route as a signed-in user; `id` is the path's. */
export function as(
  user: SignedUp,
  handler: RouteHandler,
  options: CallOptions & { id?: string } = {},
): Promise<Answer> {
  const { id, ...rest } = options;
  const params = id === undefined ? {} : { id };
  return call(handler, { params, ...rest, headers: { ...user.bearer, ...rest.headers } });
}

let clock = 1_700_000_000_000;

interface Line {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly more?: Record<string, unknown>;
}

/** A session that already holds a conversation, written the way the runtime leaves it; gives its id and its messages'. */
export async function conversation(
  world: World,
  user: SignedUp,
  lines: readonly Line[],
): Promise<{ id: string; messages: string[] }> {
  const { newId } = container();
  const sessionId = newId('s');
  const session = { id: sessionId, userId: user.id, title: lines[0]?.content.slice(0, 40) ?? null };
  await world.database.prisma.session.create({ data: session });
  const ids: string[] = [];
  for (const { role, content, more } of lines) {
    clock += 1000;
    const id = newId('msg');
    const message = { role, content, timestamp: clock, tokenEstimate: 1, ...more, id };
    const columns = {
      ...messageColumns({ sessionId, userId: user.id, runId: null }, message),
      parent_id: ids.at(-1) ?? null,
      depth: ids.length,
    };
    const places = Object.keys(columns).map((_, at) => `$${at + 1}`);
    await world.database.pool.query(
      `INSERT INTO messages (${Object.keys(columns).join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(columns),
    );
    ids.push(id);
  }
  await world.database.prisma.session.update({ where: { id: sessionId }, data: { headMessageId: ids.at(-1) ?? null } });
  return { id: sessionId, messages: ids };
}
