import { lazyPart } from '../i18n/lazy-part';

/** Lists, what models can do and what they cost: nothing of it is needed before somebody chooses. */
export const ModelList = lazyPart(() => import('./model-list').then((module) => module.ModelList));
