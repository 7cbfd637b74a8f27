'use client';

import { DiagramView } from '../diagram/diagram-view';
import { Formula } from '../math/formula';
import { CodeView, type CodeViewProps } from './code-view';

/** What a fence holds, by its name: a diagram, a formula, or code. */
export function CodeBlock({ language, pages, page, isComplete }: Omit<CodeViewProps, 'children'>) {
  const name = language.toLowerCase();
  if (isComplete && name === 'mermaid') return <DiagramView source={pages.join('') + page} />;
  if (isComplete && name === 'math') return <Formula tex={pages.join('') + page} isDisplay />;
  return <CodeView language={language} pages={pages} page={page} isComplete={isComplete} />;
}
