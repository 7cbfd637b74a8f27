'use client';

import { useT } from '../../i18n/i18n-provider';
import { ExternalLink } from '../../markdown/external-link';
import { revealLine } from '../visible-text';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, listOf, textOf } from './read-value';

const mostShown = 20;

/** What a search found: titles that lead there, nothing that is loaded from there. */
export function WebSearchCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const fields = fieldsOf(value);
  const results = fields && listOf(fields, 'results', mostShown);
  if (results === null) return fallback;
  return (
    <section aria-label={t('chat.tool.result')} data-testid="web-search-card" className="flex min-w-0 flex-col gap-1.5">
      <p className="text-faint text-xs">
        {results.length === 0 ? t('web.card.none') : t('web.card.results', { count: results.length })}
      </p>
      <ol className="flex max-h-96 flex-col gap-3 overflow-y-auto">
        {results.map((result) => (
          <li key={textOf(result, 'url')} className="min-w-0 [overflow-wrap:anywhere]">
            <SearchHit title={textOf(result, 'title')} url={textOf(result, 'url')} />
            <p className="text-dim text-xs">
              {textOf(result, 'age') !== '' && (
                <span className="text-faint">{revealLine(textOf(result, 'age'))} · </span>
              )}
              <bdi>{revealLine(textOf(result, 'snippet'))}</bdi>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function SearchHit({ title, url }: { title: string; url: string }) {
  const text = revealLine(title === '' ? url : title);
  return (
    <p className="font-medium">
      <ExternalLink href={url} text={text}>
        <bdi>{text}</bdi>
      </ExternalLink>
    </p>
  );
}
