import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getDocument } from '@/app/api/openapi.json/route';
import type { RouteHandler } from '@/lib/server/http/handler';
import { type Answer, call } from '../support/api-client';
import { openWorld, type World } from './resource-world';

const api = fileURLToPath(new URL('../../app/api/', import.meta.url));
let world: World;
let document: Answer;

beforeAll(async () => {
  world = await openWorld();
  document = await call(getDocument);
});
afterAll(() => world.database.drop());

/** Every call that the route files answer, asked from the files themselves. */
async function served(): Promise<string[]> {
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('route.ts') && !file.includes('[...'),
  );
  const calls = await Promise.all(
    files.map(async (file) => {
      const { OPTIONS } = (await import(/* @vite-ignore */ `${api}${file}`)) as { OPTIONS: RouteHandler };
      const answer = await call(OPTIONS, { method: 'OPTIONS' });
      const path = `/api/${file.replaceAll('\\', '/').replace(/\/route\.ts$/, '')}`.replace(/\[(\w+)\]/g, '{$1}');
      const methods = (answer.headers.get('allow') ?? '')
        .split(', ')
        .filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
      return methods.map((method) => `${method} ${path}`);
    }),
  );
  return calls.flat().sort();
}

describe('the description of the API', () => {
  it('names exactly the calls that are served', async () => {
    const described = Object.entries(document.body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(await served());
  });

  it('shows the schemas the handlers parse with', () => {
    expect(document.status).toBe(200);
    expect(document.body.openapi).toBe('3.1.0');
    const body = document.body.paths['/api/sessions/{id}/fork'].post.requestBody;
    const schema = body.content['application/json'].schema;
    expect(schema).toMatchObject({ type: 'object', required: ['message_id'], additionalProperties: false });
    expect(document.body.paths['/api/sessions'].post.requestBody.required).toBe(false);
    expect(document.body.paths['/api/share/{token}'].get.security).toEqual([]);
  });
});
