import type { CatalogueArea } from '../catalogue';

export const settings: CatalogueArea<'settings'> = {};
