import type { Catalogue } from './catalogue';

/** The areas that the frame and an empty chat are written in: they come with the page, the rest when it is wanted. */
export const firstAreas = [
  'common',
  'errors',
  'layout',
  'chat',
  'branching',
  'files',
  'firstRun',
] as const satisfies readonly (keyof Catalogue)[];

/** A catalogue, or as much of it as is there. */
export type Texts = Partial<Catalogue>;

export function firstTexts(catalogue: Catalogue): Texts {
  return Object.fromEntries(firstAreas.map((area) => [area, catalogue[area]]));
}
