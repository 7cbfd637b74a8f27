import type { CatalogueArea } from '../catalogue';

export const chat: CatalogueArea<'chat'> = {
  title: '对话',
};
