import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/*
 * Runs in a thread of its own, which loads this file as it stands: it may import packages only. Whatever the page is
 * made of, the one who waits for the answer can end the thread.
 */

export interface PageLink {
  readonly text: string;
  readonly url: string;
}

export interface PageContent {
  readonly title: string;
  readonly site: string;
  readonly published: string;
  readonly language: string;
  readonly excerpt: string;
  readonly markdown: string;
  readonly links: readonly PageLink[];
}

type PageDocument = ReturnType<typeof parseHTML>['document'];

const maxElements = 60_000;
const maxLinks = 50;
const unseen =
  'title,meta,link,base,script,style,noscript,template,iframe,frame,object,embed,svg,canvas,input,button,select,dialog';
/** Not shown, without size or colour, or far outside of the page. */
const hiddenStyles = [
  /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|color\s*:\s*transparent/i,
  /(opacity|font-size)\s*:\s*0*\.?0+(px|em|rem|pt|%)?\s*(;|!|$)/i,
  /(left|right|top|text-indent|margin-left)\s*:\s*-\d{3,}|scale\(\s*0\s*\)/i,
];

const line = (text: string | null | undefined, most: number) =>
  (text ?? '')
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);

/** What a reader of the page would not see is not read either: it is where instructions for models are put. */
function dropUnseen(document: PageDocument): void {
  for (const element of [...document.querySelectorAll(unseen)]) element.remove();
  for (const element of [...document.querySelectorAll('[hidden],[aria-hidden="true"],[style]')]) {
    const style = (element.getAttribute('style') ?? '').slice(0, 2_000);
    const isStyledAway = hiddenStyles.some((hidden) => hidden.test(style));
    if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true' || isStyledAway)
      element.remove();
  }
}

/** The parser invents no body as a browser would: a page may leave its tag out. */
function giveBody(document: PageDocument): void {
  if (document.querySelector('body') !== null) return;
  const nodes = [...document.documentElement.childNodes];
  const body = document.createElement('body');
  document.documentElement.append(body);
  body.append(...nodes);
}

function webUrl(text: string, base: string): string | null {
  if (text.length > 2_000 || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' ? url.href : null;
}

/** Whole addresses in all links, none in those that lead elsewhere than to the web. */
function resolveLinks(document: PageDocument, pageUrl: string): void {
  const base = webUrl(document.querySelector('base[href]')?.getAttribute('href') ?? pageUrl, pageUrl) ?? pageUrl;
  for (const anchor of document.querySelectorAll('a[href]')) {
    const url = webUrl(anchor.getAttribute('href') ?? '', base);
    if (url === null) anchor.removeAttribute('href');
    else anchor.setAttribute('href', url);
  }
}

function linksOf(document: PageDocument, pageUrl: string): PageLink[] {
  const [own] = pageUrl.split('#');
  const found = new Map<string, string>();
  for (const anchor of document.querySelectorAll('a[href]')) {
    const [text, url] = [line(anchor.textContent, 120), anchor.getAttribute('href') ?? ''];
    if (text !== '' && url.split('#')[0] !== own && !found.has(url)) found.set(url, text);
    if (found.size >= maxLinks) break;
  }
  return [...found].map(([url, text]) => ({ text, url }));
}

function createMarkdown(): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const alt = line((node as Element).getAttribute('alt'), 200);
      return alt === '' ? '' : `[image: ${alt}]`;
    },
  });
  service.addRule('cell', { filter: ['th', 'td'], replacement: (content) => ` ${line(content, 1_000)} |` });
  service.addRule('row', { filter: 'tr', replacement: (content) => `|${content}\n` });
  return service;
}

function metaOf(document: PageDocument, ...names: string[]): string {
  for (const name of names) {
    const found = document.querySelector(`meta[property="${name}"],meta[name="${name}"],meta[itemprop="${name}"]`);
    const content = line(found?.getAttribute('content'), 300);
    if (content !== '') return content;
  }
  return '';
}

/** The article where there is one, else all that can be read; as plain text where the markup is beyond any reader. */
function bodyOf(document: PageDocument): { markdown: string; article: ReturnType<Readability['parse']> } {
  const body = document.body;
  const plain = () => (body?.textContent ?? '').replace(/[ \t]+/g, ' ').replace(/\s*\n\s*/g, '\n');
  try {
    const copy = document.cloneNode(true) as PageDocument;
    const reader = new Readability(copy as unknown as Document, {
      maxElemsToParse: maxElements,
      serializer: (node) => node,
    });
    const article = reader.parse();
    const service = createMarkdown();
    const node = article?.content ?? null;
    const isArticle = node !== null && (article?.length ?? 0) > 250;
    const source = isArticle ? node : body;
    return { markdown: source ? service.turndown(source as unknown as HTMLElement) : '', article: article as never };
  } catch {
    return { markdown: plain(), article: null };
  }
}

/** Title, text and links of a page, as its reader would see them. */
export function readPageContent(html: string, pageUrl: string): PageContent {
  const { document } = parseHTML(
    /<html[\s>]/i.test(html.slice(0, 65_536)) ? html : `<html><body>${html}</body></html>`,
  );
  const published = metaOf(document, 'article:published_time', 'datePublished', 'date', 'dc.date');
  const time = document.querySelector('time[datetime]')?.getAttribute('datetime');
  const title = metaOf(document, 'og:title') || line(document.querySelector('title')?.textContent, 300);
  const site = metaOf(document, 'og:site_name');
  const excerpt = metaOf(document, 'description', 'og:description');
  const language = line(document.documentElement?.getAttribute('lang'), 20);
  resolveLinks(document, pageUrl);
  dropUnseen(document);
  giveBody(document);
  const links = linksOf(document, pageUrl);
  const { markdown, article } = bodyOf(document);
  return {
    title: title || line(article?.title, 300),
    site: site || line(article?.siteName, 200),
    published: published || line(article?.publishedTime ?? time, 60),
    language,
    excerpt: excerpt || line(article?.excerpt, 300),
    markdown,
    links,
  };
}
