import type { CatalogueArea } from '../catalogue';

export const sharing: CatalogueArea<'sharing'> = {};
