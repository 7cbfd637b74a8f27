import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConvertedPart } from './converted';
import { flattenTree, type SourceNode } from './tree';

const part = (role: 'user' | 'assistant', content: string, at: number | null = null): ConvertedPart => ({
  role,
  content,
  at,
});
const node = (id: string, parentId: string | null, given: ConvertedPart | null): SourceNode => ({
  id,
  parentId,
  part: given,
});
const shape = (nodes: readonly SourceNode[], current: string | null = null, merge = false) => {
  const { messages, head } = flattenTree(nodes, { current, merge });
  return { lines: messages.map(({ content, parent }) => [content, parent]), head: messages[head]?.content };
};

describe('the tree of another product', () => {
  it('keeps its branches, and what shows nothing falls out', () => {
    const nodes = [
      node('end', 'b', part('user', 'end')),
      node('root', null, null),
      node('a', 'root', part('user', 'a')),
      node('empty', 'a', null),
      node('b', 'empty', part('assistant', 'b')),
      node('c', 'empty', part('assistant', 'c')),
    ];
    expect(shape(nodes, 'c')).toEqual({
      lines: [
        ['a', null],
        ['b', 0],
        ['end', 1],
        ['c', 0],
      ],
      head: 'c',
    });
  });

  it('goes on in the newest branch when it does not say where', () => {
    const nodes = [
      node('a', null, part('user', 'a', 1)),
      node('b', 'a', part('assistant', 'b', 9)),
      node('c', 'a', part('assistant', 'c', 5)),
    ];
    expect(shape(nodes).head).toBe('b');
    expect(shape(nodes, 'nowhere').head).toBe('b');
  });

  it('puts the pieces of one answer together, but never over a branch or a question', () => {
    const nodes = [
      node('q', null, part('user', 'q')),
      node('1', 'q', part('assistant', 'one')),
      node('2', '1', part('assistant', 'two')),
      node('3a', '2', part('assistant', 'left')),
      node('3b', '2', part('assistant', 'right')),
      node('q2', '3b', part('user', 'again')),
    ];
    expect(shape(nodes, 'q2', true).lines).toEqual([
      ['q', null],
      ['one\n\ntwo', 0],
      ['left', 1],
      ['right', 1],
      ['again', 3],
    ]);
  });

  it.each([
    ['two that follow each other', [node('a', 'b', part('user', 'a')), node('b', 'a', null)], 'loop'],
    ['one that follows itself', [node('a', 'a', part('user', 'a'))], 'loop'],
    ['nothing to show', [node('a', null, null)], 'empty'],
    ['nothing at all', [], 'empty'],
  ])('is refused: %s', (_what, nodes, flaw) => {
    expect(() => shape(nodes)).toThrow(flaw);
  });

  it('is never lost or doubled, and parents come first, whatever leads where', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const graph = fc.uniqueArray(fc.tuple(ids, fc.option(ids)), { selector: ([id]) => id, maxLength: 6 });
    fc.assert(
      fc.property(graph, (edges) => {
        const nodes = edges.map(([id, parent]) => node(id, parent, part('user', id)));
        try {
          const { messages, head } = flattenTree(nodes, { current: null, merge: false });
          expect(messages.map(({ content }) => content).sort()).toEqual(edges.map(([id]) => id).sort());
          for (const [index, { parent }] of messages.entries()) expect(parent ?? -1).toBeLessThan(index);
          expect(messages[head]).toBeDefined();
        } catch (error) {
          expect(String(error)).toMatch(/loop|empty/);
        }
      }),
    );
  });
});
