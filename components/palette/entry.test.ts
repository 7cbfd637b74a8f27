import { Pin } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { arrangeEntries, type Entry, type Group } from './entry';

const entry = (id: string, group: Group, more: Partial<Entry> = {}): Entry => ({
  id,
  group,
  label: id,
  icon: Pin,
  ...more,
});
const shape = (all: readonly Entry[], query: string, recent: readonly string[] = []) =>
  arrangeEntries(all, query, recent).map(({ group, entries }) => [group, ...entries.map(({ id }) => id)]);

const all = [
  entry('Notes', 'pages'),
  entry('New note', 'actions'),
  entry('Tasks', 'pages'),
  entry('Garden', 'chats'),
  entry('hit', 'chats', { isFound: true }),
];

describe('the order of the palette', () => {
  it('begins with what was used last, and shows nothing twice', () => {
    expect(shape(all, '', ['Tasks', 'gone'])).toEqual([
      ['recent', 'Tasks'],
      ['actions', 'New note'],
      ['pages', 'Notes'],
      ['chats', 'Garden', 'hit'],
    ]);
  });

  it('puts the group of the best match first and what the server found last', () => {
    expect(shape(all, 'note')).toEqual([
      ['pages', 'Notes'],
      ['actions', 'New note'],
      ['chats', 'hit'],
    ]);
  });

  it('prefers of two equal matches the one used before', () => {
    const twins = [entry('Open a', 'actions'), entry('Open b', 'actions')];
    expect(shape(twins, 'open', ['Open b'])).toEqual([['actions', 'Open b', 'Open a']]);
  });
});
