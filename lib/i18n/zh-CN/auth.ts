import type { CatalogueArea } from '../catalogue';

export const auth: CatalogueArea<'auth'> = {};
