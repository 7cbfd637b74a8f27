import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import type { dropUnseen as drop } from './unseen';

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

const maxElements = 15_000;
const maxTextPiece = 50_000;
const minArticleChars = 250;
/** `NodeFilter.SHOW_TEXT`, which only browsers know by its name. */
const showText = 4;
const blocks = 'p,div,section,article,li,tr,br,pre,blockquote,h1,h2,h3,h4,h5,h6,dt,dd,figcaption';
const maxLinks = 50;
const line = (text: string | null | undefined, most: number) =>
  (text ?? '')
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);

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

/** Whether the libraries get through a body: their work grows faster than it does. */
function isModest(document: PageDocument, body: Element): boolean {
  if (body.querySelectorAll('*').length > maxElements) return false;
  const texts = document.createTreeWalker(body as never, showText);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if ((node.textContent?.length ?? 0) > maxTextPiece) return false;
  }
  return true;
}

/** The words alone, a line for each block, in time that grows with the length only. */
function plainText(document: PageDocument, body: Element): string {
  for (const block of body.querySelectorAll(blocks)) block.append(document.createTextNode('\n') as never);
  for (const cell of body.querySelectorAll('td,th')) cell.append(document.createTextNode(' ') as never);
  return (body.textContent ?? '').replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n');
}

interface Article {
  readonly content: Element | null;
  readonly length: number;
  readonly title: string;
  readonly siteName: string;
  readonly publishedTime: string;
  readonly excerpt: string;
}

function findArticle(document: PageDocument): Partial<Article> {
  const copy = document.cloneNode(true) as unknown as Document;
  const found = new Readability(copy, { serializer: (node) => node as Element }).parse();
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, value]) => value != null)) as Partial<Article>;
}

/** The article where there is one, else all that can be read; as plain text where the markup is beyond any reader. */
function bodyOf(document: PageDocument): { markdown: string; article: Partial<Article> } {
  const body = document.body as unknown as Element;
  if (!isModest(document, body)) return { markdown: plainText(document, body), article: {} };
  try {
    const article = findArticle(document);
    const source = article.content && (article.length ?? 0) > minArticleChars ? article.content : body;
    return { markdown: createMarkdown().turndown(source as HTMLElement), article };
  } catch {
    return { markdown: plainText(document, body), article: {} };
  }
}

/** Title, text and links of a page, as its reader would see them; `dropUnseen` takes away what is hidden. */
export function readPageContent(html: string, pageUrl: string, dropUnseen: typeof drop): PageContent {
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
  dropUnseen(document as never);
  giveBody(document);
  const links = linksOf(document, pageUrl);
  const { markdown, article } = bodyOf(document);
  return {
    title: title || line(article.title, 300),
    site: site || line(article.siteName, 200),
    published: published || line(article.publishedTime ?? time, 60),
    language,
    excerpt: excerpt || line(article.excerpt, 300),
    markdown,
    links,
  };
}
