import 'server-only';
import { z } from 'zod';

/** The path parameter of `…/[id]`; an id of another shape is an unknown one. */
export const idParams = z.object({ id: z.string().min(1).max(200) });
