import { type MessagesDialect, seedBudgets } from '../anthropic/dialect';
import { agnesDialect } from './dialect';
import { agnesCatalogue } from './models';

/** The same provider through its second door. It signs no thinking, so none is given back. */
export const agnesMessagesDialect: MessagesDialect = {
  providerId: agnesDialect.providerId,
  displayName: agnesDialect.displayName,
  defaultBaseUrl: 'https://apihub.agnes-ai.com',
  keyUrl: 'https://agnes-ai.com',
  defaultModel: 'agnes-3.0-flash',
  catalogue: agnesCatalogue,
  budgets: seedBudgets,
  replaysThinking: false,
  cachesPrompts: false,
  mayLackModelList: true,
  thinkingKind: () => 'budget',
};
