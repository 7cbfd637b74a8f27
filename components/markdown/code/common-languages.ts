import { common } from 'lowlight';
import { registerLanguages } from './register-languages';

export const highlighter = registerLanguages(common);
