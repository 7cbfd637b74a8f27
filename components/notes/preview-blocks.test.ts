import { describe, expect, it } from 'vitest';
import type { NoteBlockView } from '@/lib/client/notes';
import { previewBlocks } from './preview-blocks';

const saved = (...texts: string[]): NoteBlockView[] =>
  texts.map((text, index) => ({ id: `nb_${index}`, kind: 'paragraph', heading: [], start_line: 1, end_line: 1, text }));
const idsOf = (text: string, blocks: readonly NoteBlockView[]) => previewBlocks(text, blocks).map(({ id }) => id);

describe('the blocks of a text that is being written', () => {
  it('have the ids of the saved ones that say the same, in their order', () => {
    expect(idsOf('# A\r\n\r\none\r\ntwo\r\n\r\n- x\r\n- y\r\n', saved('# A', 'one\ntwo', '- x\n- y'))).toEqual([
      'nb_0',
      'nb_1',
      'nb_2',
    ]);
    expect(idsOf('same\n\nsame\n\nsame', saved('same', 'same'))).toEqual(['nb_0', 'nb_1', undefined]);
    expect(idsOf('    indented code\n\n> said\n> more', saved('    indented code', '> said\n> more'))).toEqual([
      'nb_0',
      'nb_1',
    ]);
  });

  it('have none while they are not saved as they stand', () => {
    const blocks = previewBlocks('# A\n\nchanged', saved('# A', 'before'));
    expect(blocks.map(({ id, key }) => [id, key])).toEqual([
      ['nb_0', 'nb_0'],
      [undefined, 'at 1'],
    ]);
  });

  it('stand for a saved block of which formulas or notes are parts', () => {
    const formula = 'So:\n$$\nx\n$$\nand on';
    const text = `${formula}\n\n[^1]: A note\n\n    more of it\n\nEnd\n`;
    const shown = previewBlocks(text, saved(formula, '[^1]: A note', '    more of it', 'End'));
    expect(shown.map(({ id, token }) => `${token.type} ${id ?? '-'}`)).toEqual([
      'paragraph nb_0',
      'math -',
      'paragraph -',
      'footnote nb_1',
      'paragraph nb_3',
    ]);
  });
});
