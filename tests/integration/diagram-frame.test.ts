import { describe, expect, it } from 'vitest';
import { serveDiagram } from '@/lib/server/diagram/serve-diagram';

async function scriptsOf(page: Response): Promise<{ program: string[]; drawing: string[] }> {
  const html = await page.text();
  const pathIn = (pattern: RegExp) => (pattern.exec(html)?.[1] ?? '').split('/').slice(2);
  return { program: pathIn(/src="([^"]+)"/), drawing: pathIn(/data-mermaid="([^"]+)"/) };
}

describe('the frame diagrams are drawn in', () => {
  it('may run scripts of one folder and reach nothing', async () => {
    const page = await serveDiagram(['frame']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src http:\/\/localhost:\d+\/diagram\/; style-src 'unsafe-inline';/,
    );
    expect(policy).toContain("frame-ancestors 'self'; sandbox allow-scripts");
    expect(policy).not.toMatch(/connect-src|img-src|font-src|allow-same-origin/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('names programs that are there, open to a frame without origin', async () => {
    const { program, drawing } = await scriptsOf(await serveDiagram(['frame']));
    for (const path of [program, drawing]) {
      const script = await serveDiagram(path);
      expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(script.headers.get('access-control-allow-origin')).toBe('*');
      expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
    const text = await (await serveDiagram(drawing)).text();
    const part = /from"\.\/(chunks\/[^"]+)"/.exec(text)?.[1] ?? '';
    const piece = await serveDiagram([...drawing.slice(0, -1), ...part.split('/')]);
    expect([piece.status, piece.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it.each([
    ['another version', (version: string) => ['mermaid', `${version}0`, 'mermaid.esm.min.mjs']],
    ['a way up', (version: string) => ['mermaid', version, '..', 'package.json']],
    ['a way up in one piece', (version: string) => ['mermaid', version, 'chunks/mermaid.esm.min/../../mermaid.js']],
    ['another kind of file', (version: string) => ['mermaid', version, 'mermaid.esm.min.mjs.map']],
    ['a part that is not there', (version: string) => ['mermaid', version, 'chunks', 'mermaid.esm.min', 'nothing.mjs']],
    ['anything else', () => ['frame', 'x']],
  ])('serves nothing else: %s', async (_name, path) => {
    const { drawing } = await scriptsOf(await serveDiagram(['frame']));
    expect((await serveDiagram(path(drawing[1] ?? ''))).status).toBe(404);
  });
});
