'use client';

import { memo } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import type { RunPart, ToolPart } from '@/lib/client/run-view';
import { useRunStructure } from '@/lib/client/use-run';
import { Markdown } from '../markdown/markdown';
import { groupParts } from './answer-groups';
import { NoticeLine } from './notice-line';
import { PermissionCard } from './permission-card';
import { ThinkingCard } from './thinking-card';
import { ToolSteps } from './tool-steps';

/** Everything a run said and did, in the order it happened. Renders again only when a part comes or goes. */
export function AnswerParts({ store, onSay }: { store: RunStore; onSay?: (text: string) => void }) {
  const parts = useRunStructure(store);
  return groupParts(parts).map((group) =>
    group.kind === 'tools' ? (
      <ToolSteps key={group.id} store={store} parts={group.parts} questions={group.questions} onSay={onSay} />
    ) : (
      <AnswerPart key={group.id} store={store} part={group.part} />
    ),
  );
}

interface AnswerPartProps {
  readonly store: RunStore;
  readonly part: Exclude<RunPart, ToolPart>;
}

const AnswerPart = memo(function AnswerPart({ store, part }: AnswerPartProps) {
  switch (part.kind) {
    case 'text':
      return <Markdown source={part} subscribe={store.subscribe} />;
    case 'thinking':
      return <ThinkingCard store={store} part={part} />;
    case 'permission':
      return <PermissionCard store={store} part={part} />;
    case 'notice':
      return <NoticeLine notice={part.notice} />;
  }
});
