import type { JsonObject, MetonaGenerationParams } from '@/lib/ir';
import type { MessagesDialect } from './dialect';

const leastBudget = 1024;

export interface ThinkingPlan {
  /** Whether the model will think, as far as the request decides it. */
  readonly isOn: boolean;
  readonly fields: JsonObject;
  readonly effort?: string;
}

const off: ThinkingPlan = { isOn: false, fields: {} };
const saidOff: ThinkingPlan = { isOn: false, fields: { thinking: { type: 'disabled' } } };
// The words of the thinking are left out unless they are asked for.
const adaptive = { thinking: { type: 'adaptive', display: 'summarized' } };

interface ThinkingRequest {
  readonly params: MetonaGenerationParams;
  readonly model: string;
  readonly maxTokens: number;
}

function planBudget({ params, maxTokens }: ThinkingRequest, { budgets }: MessagesDialect): ThinkingPlan {
  // The budget is part of what the model may write; too little room for both means no thinking.
  const budget = Math.min(budgets[params.thinkingEffort ?? 'medium'], maxTokens - 1);
  if (budget < leastBudget) return saidOff;
  return { isOn: true, fields: { thinking: { type: 'enabled', budget_tokens: budget } } };
}

/** Thinking as the model at hand can be told of it. */
export function planThinking(request: ThinkingRequest, dialect: MessagesDialect): ThinkingPlan {
  const { params, model } = request;
  const kind = dialect.thinkingKind(model);
  const isWanted = params.thinkingEnabled ?? params.thinkingEffort !== undefined;
  const effort = params.thinkingEffort && dialect.catalogue.find(model).efforts?.[params.thinkingEffort];
  switch (kind) {
    case 'none':
      return off;
    case 'always':
      // It cannot be switched off; the lowest effort comes nearest.
      if (params.thinkingEnabled === false) return { isOn: true, fields: adaptive, effort: 'low' };
      return { isOn: true, fields: adaptive, ...(effort !== undefined && { effort }) };
    case 'adaptive':
      if (isWanted) return { isOn: true, fields: adaptive, ...(effort !== undefined && { effort }) };
      return params.thinkingEnabled === false ? saidOff : off;
    case 'perhaps':
      return isWanted ? { isOn: true, fields: adaptive, ...(effort !== undefined && { effort }) } : off;
    case 'budget':
      if (isWanted) return planBudget(request, dialect);
      return params.thinkingEnabled === false ? saidOff : off;
  }
}
