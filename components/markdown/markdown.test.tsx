import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Markdown, type MarkdownSource } from './markdown';
import { createMarkdownStream } from './markdown-stream';
import { markup } from './render-for-test';

const sample = `# Title with \`code\` and **bold**

A paragraph with a [link](https://example.org/a?b=c), *emphasis*, ~~no~~ and &amp; &copy; https://bare.example/x.
Second line of it.

- one
- two with **bold
  continued**
  - nested
  - again

    deep paragraph
- [x] done
- [ ] open

1. first
2. second

3. loose third

> quoted
> - inside
>
> more

\`\`\`ts title="x"
const a = 1;

  indented();
\`\`\`

| a | b |
|---|:-:|
| 1 | **2** |
| 3 | \`4\` |
| 中文 | \\| pipe |

~~~
tildes \`\`\`
~~~

    indented code

Setext
======

***

<div onclick="x()">html</div>

* star list
+ plus list

last line without end`;

const learnedSample = `A note[^1], another[^two], none[^3]; $a_1 * b$ and \\(c\\) for $5 and $6.

Then:
$$
x
- y = \\frac{1}{2}
$$
\\[
z
\\]
after

[^1]: The first.
[^two]: The second,
    and more.

    - with a list

\`\`\`mermaid
graph TD; A-->B
\`\`\`
end`;

function sourceOf(chunks: string[], closed = true): MarkdownSource {
  return { chunks, closed };
}

function render(chunks: string[], closed = true): string {
  return markup(<Markdown source={sourceOf(chunks, closed)} />);
}

/** Renders after every piece, as a browser does, and gives the last result. */
function renderGrowing(pieces: string[]): string {
  const source = { chunks: [] as string[], closed: false };
  for (const piece of pieces) {
    source.chunks.push(piece);
    markup(<Markdown source={source} />);
  }
  source.closed = true;
  return markup(<Markdown source={source} />);
}

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

describe('markdown stream', () => {
  it('keeps the identity of sealed blocks', () => {
    const stream = createMarkdownStream();
    stream.append('# One\n\nfirst paragraph\n\nsecond\n\nthird');
    const sealed = stream.blocks.filter((block) => !block.isOpen);
    expect(sealed).toHaveLength(2);
    stream.append(' goes on\nand on\n\n- a\n- b\n');
    stream.append('```ts\nconst a = 1;\n```\nend');
    stream.finish();
    for (const [index, block] of sealed.entries()) expect(stream.blocks[index]).toBe(block);
    expect(stream.blocks.every((block) => !block.isOpen)).toBe(true);
  });

  it('keeps finished list items and table rows while the block grows', () => {
    const stream = createMarkdownStream();
    stream.append('- a\n- b\n- c\n');
    const head = stream.blocks[0]?.head;
    const first = head?.kind === 'list' ? head.items[0] : undefined;
    stream.append('- d\n- e\n');
    const later = stream.blocks[0]?.head;
    expect(first).toBeDefined();
    expect(later?.kind === 'list' && later.items[0]).toBe(first);
  });

  it('reads no more than the open block for a piece', () => {
    const stream = createMarkdownStream();
    for (let index = 0; index < 400; index += 1) stream.append(`paragraph ${index}\n\n`);
    stream.append('tail');
    stream.readOpen();
    expect(stream.blocks.length).toBeGreaterThan(395);
    expect(JSON.stringify(stream.blocks.at(-1)?.tokens)).not.toContain('paragraph 300');
  });

  it('shows an endless line as plain text until it is complete', () => {
    const stream = createMarkdownStream();
    for (let index = 0; index < 4000; index += 1) stream.append('word ');
    expect(stream.blocks[0]?.head?.kind).toBe('plain');
    stream.finish();
    expect(stream.blocks).toHaveLength(1);
    expect(stream.blocks[0]?.head).toBeNull();
  });
});

describe('rendered markdown', () => {
  it('is what one expects of the common constructs', () => {
    const html = render([sample]);
    expect(html).toContain('<h2');
    expect(html).toContain('<strong class="font-semibold">bold</strong>');
    expect(html).toContain('const a = 1;\n\n  indented();');
    expect(html.match(/<tr>/g)).toHaveLength(4);
    expect(html).toContain('| pipe');
    expect(html).toContain('© ');
    expect(html.match(/type="checkbox"/g)).toHaveLength(2);
    expect(html).toContain('start="1"');
  });

  it.each([
    ['prose', sample],
    ['notes, formulas and diagrams', learnedSample],
  ])(
    'does not depend on how the text was cut: %s',
    (_name, sample) => {
      const whole = render([sample]);
      expect(renderGrowing([...sample])).toBe(whole);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }), (sizes) => {
          expect(renderGrowing(cut(sample, sizes))).toBe(whole);
        }),
        { numRuns: 6 },
      );
    },
    60_000,
  );

  it('does not depend on the cut for texts put together at random', () => {
    const line = fc.constantFrom(
      '',
      'text',
      '- item',
      '  nested',
      '    deep',
      '1. one',
      '2) two',
      '```',
      '```js',
      '~~~',
      '> quote',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '# head',
      '===',
      '---',
      '***',
      '* star',
      '<b>raw</b>',
      '<!-- open',
      '-->',
      '<script>',
      '- [ ] task',
      '[a]: http://x.example',
      '[a]',
      '**open',
      '`tick',
      '\\',
      '+ plus',
      '  - sub',
      '    ',
      '10. ten',
      '$$',
      '$$ x',
      '$$ y $$',
      '\\[',
      '\\]',
      '$a$ costs $5',
      'a \\(b\\) $$c$$',
      'see [^1]',
      '[^1]: note',
      '[^b]:',
      '    more of it',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.integer({ min: 1, max: 9 }), (lines, size) => {
        const text = lines.join('\n');
        expect(renderGrowing(cut(text, [size]))).toBe(render([text]));
      }),
      { numRuns: 200 },
    );
  });

  it('takes every line ending', () => {
    expect(renderGrowing(cut('a\r\n\r\nb\r\n- c\r\n- d', [1]))).toBe(render(['a\n\nb\n- c\n- d']));
  });
});
