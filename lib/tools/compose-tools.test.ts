import { describe, expect, it } from 'vitest';
import type { RunnableTool, ToolSource } from '@/lib/agent/ports';
import { composeTools, type ExtensionTools } from './compose-tools';

const tool = (name: string, identity = name): RunnableTool => ({
  def: {
    name,
    description: '',
    parameters: { type: 'object', properties: {} },
    category: 'custom',
    riskLevel: 'low',
    requiresPermission: true,
    timeoutMs: 1_000,
  },
  identity,
  check: (args) => ({ ok: true, args }),
  execute: async () => ({ result: null }),
});

const sourceOf = (...tools: RunnableTool[]): ToolSource => ({ list: async () => tools });
const failing = (error: Error): ToolSource => ({ list: async () => Promise.reject(error) });

function compose(builtIn: ToolSource, ...extensions: ExtensionTools[]) {
  const warnings: Record<string, unknown>[] = [];
  const source = composeTools({
    builtIn,
    extensions,
    log: { warn: (fields) => warnings.push(fields) },
    isTransient: (error) => error instanceof Error && error.message === 'away',
  });
  return { warnings, list: async () => (await source.list('u_1')).map(({ identity }) => identity) };
}

describe('composeTools', () => {
  it('lists the built-in tools before those of extensions, in their order', async () => {
    const { list } = compose(
      sourceOf(tool('notes.read')),
      { namespace: 'mcp', source: sourceOf(tool('mcp.a.echo')) },
      { namespace: 'skills', source: sourceOf(tool('skills.read')) },
    );
    expect(await list()).toEqual(['notes.read', 'mcp.a.echo', 'skills.read']);
  });

  it('keeps everybody else when one source fails, and says which', async () => {
    const { list, warnings } = compose(
      sourceOf(tool('notes.read')),
      { namespace: 'mcp', source: failing(new Error('broken')) },
      { namespace: 'skills', source: sourceOf(tool('skills.read')) },
    );
    expect(await list()).toEqual(['notes.read', 'skills.read']);
    expect(warnings).toEqual([{ userId: 'u_1', namespace: 'mcp', error: 'broken' }]);
  });

  it('lets a failure that passes through, so that the caller asks again', async () => {
    const { list } = compose(sourceOf(tool('a.b')), { namespace: 'mcp', source: failing(new Error('away')) });
    await expect(list()).rejects.toThrow('away');
  });

  it.each(['notes.delete', 'Notes.Delete', 'MCP.a.x', 'mcp_a.x', 'mcp.', 'mcp.a.dеlete', 'mcp.a b', 'mcp', ''])(
    'check 62: offers nothing outside its namespace or in other letters: %j',
    async (name) => {
      const { list } = compose(sourceOf(tool('notes.delete', 'built-in')), {
        namespace: 'mcp',
        source: sourceOf(tool(name, 'stranger')),
      });
      expect(await list()).toEqual(['built-in']);
    },
  );

  it('gives a name once: case and punctuation make no second one', async () => {
    const { list } = compose(sourceOf(tool('mcp.a.one', 'built-in')), {
      namespace: 'mcp',
      source: sourceOf(tool('mcp.a.One', 'x'), tool('mcp.a.two', 'first'), tool('mcp.a-two', 'second')),
    });
    expect(await list()).toEqual(['built-in', 'first']);
  });
});
