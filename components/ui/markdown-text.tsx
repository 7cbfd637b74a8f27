'use client';

import { useMemo } from 'react';
import { Markdown } from '../markdown/markdown';

/** A finished text through the one renderer. */
export function MarkdownText({ text }: { text: string }) {
  const source = useMemo(() => ({ chunks: [text], closed: true }), [text]);
  return <Markdown source={source} />;
}
