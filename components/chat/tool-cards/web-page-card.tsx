'use client';

import { useT } from '../../i18n/i18n-provider';
import { useFormat } from '../../i18n/use-format';
import { ExternalLink } from '../../markdown/external-link';
import { LongText } from '../long-text';
import { revealLine } from '../visible-text';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, listOf, numberOf, textOf } from './read-value';

const excerptCharacters = 280;
const mostLinks = 50;

/** A page that was read: what it is, where it lies, and what of it the model got to see. */
export function WebPageCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const page = fieldsOf(value);
  if (page === null || textOf(page, 'url') === '') return fallback;
  if (textOf(page, 'kind') === 'redirect') return <Elsewhere to={textOf(page, 'redirects_to')} />;
  const [title, url, text] = [textOf(page, 'title'), textOf(page, 'url'), textOf(page, 'text')];
  const heading = revealLine(title === '' ? url : title);
  const excerpt = revealLine((textOf(page, 'excerpt') || text).slice(0, excerptCharacters));
  return (
    <section aria-label={t('chat.tool.result')} data-testid="web-page-card" className="flex min-w-0 flex-col gap-2">
      <p className="font-medium [overflow-wrap:anywhere]">
        <ExternalLink href={url} text={heading}>
          <bdi>{heading}</bdi>
        </ExternalLink>
      </p>
      <PageFacts page={page} shown={text.length} />
      <p className="text-dim text-xs [overflow-wrap:anywhere]">
        {excerpt === '' ? t('web.card.empty') : <bdi>{excerpt}</bdi>}
      </p>
      {text !== '' && (
        <details className="min-w-0 text-xs">
          <summary className="w-fit cursor-pointer text-dim hover:text-text">{t('web.card.text')}</summary>
          <div className="mt-1.5">
            <LongText text={text} />
          </div>
        </details>
      )}
      <PageLinks page={page} />
    </section>
  );
}

type PageFields = NonNullable<ReturnType<typeof fieldsOf>>;

/** The day of a time that is written as computers do; anything else as the page says it. */
const dayOf = (published: string) => /^\d{4}-\d{2}-\d{2}/.exec(published)?.[0] ?? published.slice(0, 40);

/** Site, date and range, as far as they are known. */
function PageFacts({ page, shown }: { page: PageFields; shown: number }) {
  const t = useT();
  const format = useFormat();
  const [offset, total] = [numberOf(page, 'offset') ?? 0, numberOf(page, 'total_chars') ?? shown];
  const [site, published] = [revealLine(textOf(page, 'site')), dayOf(revealLine(textOf(page, 'published')))];
  const range = { from: format.number(offset), to: format.number(offset + shown), total: format.number(total) };
  const facts = [
    site,
    published && t('web.card.published', { when: published }),
    t('web.card.range', range),
    numberOf(page, 'next_offset') !== null && t('web.card.more'),
  ];
  return <p className="text-faint text-xs [overflow-wrap:anywhere]">{facts.filter(Boolean).join(' · ')}</p>;
}

function PageLinks({ page }: { page: PageFields }) {
  const t = useT();
  const links = listOf(page, 'links', mostLinks) ?? [];
  if (links.length === 0) return null;
  return (
    <details className="min-w-0 text-xs">
      <summary className="w-fit cursor-pointer text-dim hover:text-text">
        {t('web.card.links', { count: links.length })}
      </summary>
      <ul className="mt-1.5 flex max-h-60 flex-col gap-1 overflow-y-auto">
        {links.map((link) => (
          <li key={textOf(link, 'url')} className="min-w-0 [overflow-wrap:anywhere]">
            <ExternalLink href={textOf(link, 'url')} text={revealLine(textOf(link, 'text'))}>
              <bdi>{revealLine(textOf(link, 'text'))}</bdi>
            </ExternalLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A redirect to a host that nobody was asked about. */
function Elsewhere({ to }: { to: string }) {
  const t = useT();
  return (
    <section aria-label={t('chat.tool.result')} data-testid="web-page-card" className="flex min-w-0 flex-col gap-1">
      <p className="text-dim text-xs">{t('web.card.elsewhere')}</p>
      <p className="[overflow-wrap:anywhere]">
        <ExternalLink href={to} text={to}>
          {revealLine(to)}
        </ExternalLink>
      </p>
    </section>
  );
}
