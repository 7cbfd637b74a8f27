'use client';

import { FileText, MessageSquare, NotebookText } from 'lucide-react';
import Link from 'next/link';
import type { SourceLink } from '@/lib/ir';
import { revealLine } from '../chat/visible-text';
import { useT } from '../i18n/i18n-provider';
import { Tooltip } from '../ui/tooltip';
import { useSources } from './cited-sources';

export const sourceIcons: Readonly<Record<SourceLink['kind'], typeof FileText>> = {
  note: NotebookText,
  file: FileText,
  message: MessageSquare,
};

const longestLabel = 80;
const bareNumber = /^[\s*_`[(（【]*(\d{1,3})[\s*_`\])）】]*$/;

/** What stands in the brackets, as one line: a bare number, or the words. */
export function citationLabel(text: string): string {
  return bareNumber.exec(text)?.[1] ?? revealLine(text).slice(0, longestLabel);
}

interface CitationProps {
  readonly link: SourceLink;
  readonly text: string;
}

/**
 * A citation. Only a source that a tool of this conversation returned can be opened; any other is text that says so, and
 * where there is no conversation it is text alone.
 */
export function Citation({ link, text }: CitationProps) {
  const t = useT();
  const sourceOf = useSources([link]);
  const label = citationLabel(text);
  const source = sourceOf?.(link);
  if (source === undefined) return label;
  if (source === null) {
    return (
      <span data-testid="unverified-source" className="text-dim">
        {label} <span className="text-[0.86em] text-faint">({t('knowledge.unverified')})</span>
      </span>
    );
  }
  const isNumber = /^\d+$/.test(label);
  const about = [source.title, source.heading].filter((part) => part !== '').map(revealLine);
  const name = about.length === 0 ? t(`knowledge.kinds.${link.kind}`) : about.join(' › ');
  const Icon = sourceIcons[link.kind];
  return (
    <Tooltip text={name}>
      <Link
        href={link.href}
        prefetch={false}
        data-testid="citation"
        aria-label={t('knowledge.citation', { label, name })}
        className="mx-0.5 inline-flex max-w-full items-center gap-1 rounded-md border border-line bg-raise px-1.5 align-[0.1em] text-[0.78em] text-cyan leading-[1.35] no-underline hover:border-cyan hover:bg-hover"
      >
        {!isNumber && <Icon aria-hidden className="size-3 shrink-0" />}
        <span className={isNumber ? 'tabular-nums' : 'min-w-0 truncate'}>{label}</span>
      </Link>
    </Tooltip>
  );
}
