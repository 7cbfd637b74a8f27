import { describe, expect, it } from 'vitest';
import { filterTools, groupByOrigin } from './tool-groups';
import { asking, toolView } from './tool-view-for-test';

const weather = { kind: 'mcp', id: 'srv_1', name: 'Weather' } as const;
const tools = [
  toolView('mcp.weather.now', { category: 'mcp', origin: weather, description: 'Tells the weather.' }),
  toolView('b', { category: 'network', permission: 'network.request', standing: asking }),
  toolView('a', { category: 'network' }),
  toolView('read_file', { category: 'filesystem', permission: 'files.read' }),
];
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('the tools on the page', () => {
  it('are grouped by category, and what was added by what brought it', () => {
    const groups = groupByOrigin(tools);
    expect(groups.map(({ key, tools: inside }) => [key, namesOf(inside)])).toEqual([
      ['filesystem', ['read_file']],
      ['network', ['a', 'b']],
      ['mcp:srv_1', ['mcp.weather.now']],
    ]);
  });

  it('are found by every word of name, permission, origin and both descriptions', () => {
    const about = ({ name }: { name: string }) => (name === 'read_file' ? '读取文件' : '');
    const find = (text: string) => namesOf(filterTools(tools, { text, action: null }, about));
    expect(find('WEATHER tells')).toEqual(['mcp.weather.now']);
    expect(find('network')).toEqual(['b']);
    expect(find('读取')).toEqual(['read_file']);
    expect(find('weather file')).toEqual([]);
    expect(find('  ')).toHaveLength(4);
    expect(find('(.*')).toEqual([]);
  });

  it('are chosen by what is in force', () => {
    expect(namesOf(filterTools(tools, { text: '', action: 'confirm' }, () => ''))).toEqual(['b']);
  });
});
