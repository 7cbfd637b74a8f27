import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATCH as patchPlugin } from '@/app/api/plugins/[id]/route';
import { POST as previewPlugin } from '@/app/api/plugins/preview/route';
import { POST as installPlugin } from '@/app/api/plugins/route';
import { GET as listTools } from '@/app/api/tools/route';
import type { AgentRun } from '@/lib/ir';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
import type { SignedUp } from '../support/api-client';
import { as, openWorld } from './resource-world';

export const canary = 'k3y-CANARY-3f9a17c2';
export const mcpUrl = 'http://127.0.0.1:9/mcp';

interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of somebody else: it answers everything, and `/manifest.json` with what is published. */
async function openSite() {
  const seen: Seen[] = [];
  const shown: { manifest: object } = { manifest: {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', method = '', headers } = request;
      seen.push({ url, method, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (url.startsWith('/away')) return response.writeHead(302, { location: 'https://evil.example/' }).end();
      const isManifest = url === '/manifest.json';
      const body = isManifest ? shown.manifest : { city: 'Lima', degrees: 21, echo: headers['x-key'] };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publish = (manifest: object) => {
    shown.manifest = manifest;
  };
  return { server, seen, publish, host, origin: `http://${host}` };
}

/** The app with its worker, and a server that plugins may reach. */
export async function openPluginWorld() {
  const { server, ...site } = await openSite();
  const world = await openWorld({
    METONA_PLUGIN_PRIVATE_ORIGINS: site.origin,
    METONA_MCP_PRIVATE_ORIGINS: 'http://127.0.0.1:9',
  });
  await container().agent.startWorker();
  const weather = (url = `${site.origin}/v1/weather`) => ({
    name: 'get_weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    request: { url, query: { q: '{city}' }, headers: { 'X-Key': '{secret:api_key}' } },
  });
  const manifest = (change: object = {}) => ({
    manifest: 1,
    id: 'weather',
    name: 'Weather',
    version: '1.0.0',
    description: 'Weather of cities.',
    secrets: [{ name: 'api_key', label: 'API key' }],
    tools: [weather()],
    ...change,
  });
  async function close(): Promise<void> {
    await container().agent.stopWorker();
    await world.database.drop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return { ...site, prisma: world.database.prisma, weather, manifest, close };
}
export type PluginWorld = Awaited<ReturnType<typeof openPluginWorld>>;

export const packing = {
  files: [{ path: 'SKILL.md', content: '---\nname: packing\ndescription: What to pack.\n---\nA coat.' }],
};

export const preview = (user: SignedUp, json: object) => as(user, previewPlugin, { method: 'POST', json });
export async function install(user: SignedUp, value: object) {
  const shown = await preview(user, { manifest: JSON.stringify(value) });
  const json = { manifest: shown.body.manifest, accepts: shown.body.hash };
  return as(user, installPlugin, { method: 'POST', json });
}
export const patch = (user: SignedUp, id: string, json: object) => as(user, patchPlugin, { method: 'PATCH', id, json });
export async function update(user: SignedUp, id: string, value: object) {
  const shown = await preview(user, { manifest: JSON.stringify(value) });
  return patch(user, id, { manifest: shown.body.manifest, accepts: shown.body.hash });
}
export const namesOf = async (user: SignedUp, handler: typeof listTools) =>
  (await as(user, handler)).body.items.map(({ name }: { name: string }) => name) as string[];
export const toolsOf = async (user: SignedUp) =>
  (await namesOf(user, listTools)).filter((name) => name.startsWith('plugin.'));

export const line = (city: string) => `/tool plugin.weather.get_weather ${JSON.stringify({ city })}`;
export const start = (user: SignedUp, input: string, more: object = {}) =>
  startRun(container().agent, user.id, { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'], ...more });
export const until = (user: SignedUp, id: string, test: (run: AgentRun) => boolean) =>
  waitFor(container().agent, { userId: user.id, runId: id }, test);
export const asks = (run: AgentRun) => run.pending_permissions.length > 0 || isOver(run);
export async function allow(
  user: SignedUp,
  run: AgentRun,
  decision: 'allow_once' | 'allow_session',
): Promise<AgentRun> {
  const requestId = run.pending_permissions[0]?.id ?? '';
  await container().agent.runs.decide(user.id, { runId: run.id, requestId, answer: { decision } });
  return until(user, run.id, isOver);
}
