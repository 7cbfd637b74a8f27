import 'server-only';
import { z } from 'zod';
import { type MetonaToolResult, parseSourceLink, sourcesOf } from '@/lib/ir';

const mostLinks = 50;

/** Addresses of citations, with commas between them. */
export const sourcesQuery = z.strictObject({
  hrefs: z
    .string()
    .max(12_000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.string()).max(mostLinks)),
});

/** Those that a tool of the conversation returned. */
export const sourcesSchema = z.object({
  items: z.array(z.object({ href: z.string(), title: z.string(), heading: z.string() })),
});

export interface SessionSourcesDependencies {
  readonly resultsNaming: (
    place: { userId: string; sessionId: string },
    text: string,
  ) => Promise<readonly MetonaToolResult[]>;
}

/** What the last part of a path or of its query names. */
const nameIn = (href: string) => /[\w-]+(?=#|$)/.exec(href)?.[0] ?? href;

/** Looks citations up in the whole conversation, however little of it is shown. */
export function createSessionSources({ resultsNaming }: SessionSourcesDependencies) {
  return async (
    userId: string,
    sessionId: string,
    hrefs: readonly string[],
  ): Promise<z.infer<typeof sourcesSchema>> => {
    const found = await Promise.all(
      [...new Set(hrefs)].map(async (href) => {
        const link = parseSourceLink(href);
        if (link === null) return [];
        for (const result of await resultsNaming({ userId, sessionId }, nameIn(link.href))) {
          const source = sourcesOf(result).get(link.key);
          if (source !== undefined) return [{ href, ...source }];
        }
        return [];
      }),
    );
    return { items: found.flat() };
  };
}
