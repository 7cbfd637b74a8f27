import type { CatalogueArea } from '../catalogue';

export const library: CatalogueArea<'library'> = {};
