import type { Freshness, Logger, RunnableTool, ToolSource } from '@/lib/agent/ports';

/** Tools from outside the product. All their names begin with `<namespace>.`; what does not is not offered. */
export interface ExtensionTools {
  readonly namespace: string;
  readonly source: ToolSource;
}

export interface ComposedTools {
  readonly builtIn: ToolSource;
  /** In the order in which they win a name. */
  readonly extensions: readonly ExtensionTools[];
  readonly log: Pick<Logger, 'warn'>;
  /** Failures that pass: they are left to the caller, who asks again, so that no tool is missing for a moment. */
  readonly isTransient: (error: unknown) => boolean;
}

const wellFormed = /^[a-z][a-z0-9-]*(\.[A-Za-z0-9_-]+)+$/;
/** Names that read alike, or become alike on the wire, are one name. */
const spellingOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '_');

/**
 * One list of the built-in tools and those of extensions. A source that fails takes nobody else's tools away, and no
 * name is given twice: the built-in tools come first.
 */
export function composeTools({ builtIn, extensions, log, isTransient }: ComposedTools): ToolSource {
  const listOf = async ({ namespace, source }: ExtensionTools, userId: string, of: Freshness | undefined) => {
    try {
      const tools = await source.list(userId, of);
      return tools.filter(({ def }) => def.name.startsWith(`${namespace}.`) && wellFormed.test(def.name));
    } catch (error) {
      if (isTransient(error)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      log.warn({ userId, namespace, error: why }, 'the tools of an extension could not be listed');
      return [];
    }
  };
  return {
    async list(userId, of) {
      const lists = await Promise.all([
        builtIn.list(userId, of),
        ...extensions.map((extension) => listOf(extension, userId, of)),
      ]);
      const byName = new Map<string, RunnableTool>();
      for (const tool of lists.flat()) {
        const spelling = spellingOf(tool.def.name);
        if (!byName.has(spelling)) byName.set(spelling, tool);
      }
      return [...byName.values()];
    },
  };
}
