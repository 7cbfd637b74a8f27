import { describe, expect, it } from 'vitest';
import { readResult } from './read-result';

const read = (raw: Parameters<typeof readResult>[0]) => readResult(raw, (text) => text.replaceAll('s3cret', '••••'));

describe('readResult', () => {
  it('puts texts together and names what is none', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'image', mimeType: 'image/png', data: 'A'.repeat(4_096) },
      { type: 'resource_link', name: 'page', uri: 'wiki://page' },
      { type: 'resource', resource: { uri: 'wiki://text', text: 'inside' } },
      { type: 'resource', resource: { uri: 'wiki://blob', mimeType: 'application/gzip', blob: 'AAAA' } },
      { type: 'hologram' },
      {},
    ];
    const found = read({ content });
    expect(found).toEqual({
      ok: true,
      outcome: {
        result: { text: expect.stringContaining('one'), images: [`data:image/png;base64,${'A'.repeat(4_096)}`] },
        render: 'image',
        summary:
          'one\n\n[image: image/png, 3 KB]\n\n[resource: page wiki://page]\n\n[resource: wiki://text]\ninside\n\n' +
          '[resource: wiki://blob, application/gzip, 1 KB]\n\n[hologram]\n\n[unknown]',
      },
    });
  });

  it('shows raster images that have room in a message, and never what could hold a script', () => {
    const image = (mimeType: string, data: string) => ({ type: 'image', mimeType, data });
    const found = read({
      content: [
        image('image/svg+xml', 'AAAA'),
        image('image/png', '"><script>'),
        image('image/png', 'A'.repeat(30_000)),
        image('IMAGE/WEBP', 'QUJD'),
      ],
    });
    expect(found).toMatchObject({ outcome: { result: { images: ['data:image/webp;base64,QUJD'] }, render: 'image' } });
    expect(read({ content: [image('image/svg+xml', 'AAAA')] })).toMatchObject({
      outcome: { result: expect.any(String) },
    });
  });

  it('shows data where there is no text, and nothing where there is neither', () => {
    expect(read({ content: [], structuredContent: { a: 1 } })).toMatchObject({
      outcome: { summary: '{"a":1}', result: { structured: { a: 1 } } },
    });
    expect(read({ content: 7 })).toMatchObject({ outcome: { summary: 'The tool returned nothing.' } });
  });

  it('is bounded for models and for people', () => {
    const found = read({ content: [{ type: 'text', text: 'x'.repeat(5_000_000) }] });
    if (!found.ok) throw new Error('an error');
    expect(found.outcome.summary?.length).toBeLessThanOrEqual(16_000);
    expect(JSON.stringify(found.outcome.result).length).toBeLessThan(300_000);
  });

  it('hides secrets, wherever they stand', () => {
    const echoed = { content: [{ type: 'text', text: 's3cret' }], structuredContent: { list: [{ key: 's3cret' }] } };
    expect(JSON.stringify(read(echoed))).not.toContain('s3cret');
    expect(JSON.stringify(read({ ...echoed, isError: true }))).not.toContain('s3cret');
  });

  it('tells an error of the tool, with or without words', () => {
    expect(read({ content: [{ type: 'text', text: 'no such page' }], isError: true })).toEqual({
      ok: false,
      text: 'no such page',
    });
    expect(read({ content: [], isError: true })).toEqual({ ok: false, text: 'The tool failed without a word.' });
  });
});
