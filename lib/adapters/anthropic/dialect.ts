import type { MetonaThinkingEffort } from '@/lib/ir';
import type { AdapterSettings } from '../ports';
import type { ModelCatalogue } from '../shared/model-catalogue';
import { overrideCatalogue, overrideOf } from '../shared/model-overrides';
import { claudeCatalogue, type ThinkingKind, thinkingKindOf } from './models';

/** What one provider of the Messages protocol does differently. */
export interface MessagesDialect {
  readonly providerId: string;
  readonly displayName: string;
  readonly defaultBaseUrl: string;
  readonly keyUrl: string;
  readonly defaultModel: string;
  readonly catalogue: ModelCatalogue;
  /** Tokens for thinking, where a model wants a number. */
  readonly budgets: Readonly<Record<MetonaThinkingEffort, number>>;
  /** Signed and sealed thinking goes back as it came. */
  readonly replaysThinking: boolean;
  /** Marks what the provider may keep of the prompt for the next request. */
  readonly cachesPrompts: boolean;
  readonly mayLackModelList: boolean;
  thinkingKind(model: string): ThinkingKind;
}

/** The numbers of the seed; the smallest is the least that is accepted. */
export const seedBudgets = { low: 1024, medium: 2048, high: 4096, max: 8192 } as const;

export const claudeDialect: MessagesDialect = {
  providerId: 'anthropic',
  displayName: 'Anthropic',
  defaultBaseUrl: 'https://api.anthropic.com',
  keyUrl: 'https://platform.claude.com/settings/keys',
  defaultModel: 'claude-sonnet-5-5',
  catalogue: claudeCatalogue,
  budgets: seedBudgets,
  replaysThinking: true,
  cachesPrompts: true,
  mayLackModelList: false,
  thinkingKind: thinkingKindOf,
};

/** The dialect as far as the user knows better what its models can do. */
export function overrideDialect(
  dialect: MessagesDialect,
  overrides: AdapterSettings['modelOverrides'],
): MessagesDialect {
  const thinks = (model: string) => overrideOf(overrides, model)?.supportsThinking !== false;
  return {
    ...dialect,
    catalogue: overrideCatalogue(dialect.catalogue, overrides),
    thinkingKind: (model) => (thinks(model) ? dialect.thinkingKind(model) : 'none'),
  };
}
