import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describePlugin } from './plugins/describe-plugin';
import { manifestSchema } from './plugins/manifest';
import { buildSkill } from './skills/skill-folder';

const examples = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const read = (path: string) => readFileSync(`${examples}${path}`, 'utf8');

describe('the examples that are shipped', () => {
  it.each(readdirSync(`${examples}skills`))('hold the skill %s, with nothing to say against it', (name) => {
    const paths = readdirSync(`${examples}skills/${name}`, { recursive: true, encoding: 'utf8' });
    const files = paths.filter((path) => path.endsWith('.md')).map((path) => path.replaceAll('\\', '/'));
    const folder = files.map((path) => ({ path: `${name}/${path}`, content: read(`skills/${name}/${path}`) }));
    expect(buildSkill(folder)).toMatchObject({ head: { name }, problems: [] });
  });

  it.each(readdirSync(`${examples}plugins`))('hold the plugin %s, that can be installed', (file) => {
    const manifest = manifestSchema.parse(JSON.parse(read(`plugins/${file}`)));
    expect(describePlugin(manifest).hosts.every(({ isEncrypted }) => isEncrypted)).toBe(true);
    for (const { files } of manifest.skills) expect(buildSkill(files).problems).toEqual([]);
  });

  it('is what the page on manifests shows', () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/plugins.md', import.meta.url)), 'utf8');
    const blocks = [...page.matchAll(/```json\n(?<json>[\s\S]*?)```/g)].map((found) => found.groups?.json ?? '');
    expect(blocks.length).toBeGreaterThan(0);
    for (const json of blocks) expect(() => manifestSchema.parse(JSON.parse(json))).not.toThrow();
  });
});
