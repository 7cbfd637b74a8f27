import { all, createLowlight } from 'lowlight';

export const highlighter = createLowlight(all);
