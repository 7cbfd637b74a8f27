/** What a tab has to tell; an ordinary one nothing. */
export type Attention = 'none' | 'running' | 'waiting' | 'failed' | 'done';

/** Each state has a shape of its own: colour alone would not tell them apart. */
const badges: Readonly<Record<Attention, string | null>> = {
  none: null,
  running: '<circle cx="23" cy="23" r="5" fill="none" stroke="#22d3ee" stroke-width="4"/>',
  waiting: '<circle cx="23" cy="23" r="8" fill="#f59e0b"/><path d="M23 18.5v5M23 26.6v.8" stroke="#14110a"/>',
  failed: '<circle cx="23" cy="23" r="8" fill="#ef4444"/><path d="m20 20 6 6m0-6-6 6" stroke="#fff"/>',
  done: '<circle cx="23" cy="23" r="8" fill="#34d399"/><path d="m19.4 23.2 2.6 2.6 4.6-5.2" stroke="#052e1c"/>',
};

/** The mark with a badge for the state, as the address of an icon; null for the plain icon. Nothing in it moves. */
export function attentionIcon(attention: Attention): string | null {
  const badge = badges[attention];
  if (badge === null) return null;
  const mark = '<rect width="32" height="32" rx="9" fill="#1a1d27"/><path d="M8 21V9l7 8 7-8v5" stroke="#e1e4ed"/>';
  const lines = 'fill="none" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"';
  const ground = '<circle cx="23" cy="23" r="10" fill="#1a1d27"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g ${lines}>${mark}${ground}${badge}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const icons = () => document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]');

/**
 * Shows the state in the icon of the tab, until the function that comes back is called. It stands in every link there
 * is, since browsers choose among them in ways of their own, and after a navigation the page's link arrives late.
 */
export function showInTab(attention: Attention): () => void {
  const icon = attentionIcon(attention);
  if (icon === null) return () => undefined;
  const own = new Map<HTMLLinkElement, string>();
  const show = () => {
    for (const link of icons()) {
      if (!own.has(link)) own.set(link, link.getAttribute('href') ?? '');
      if (link.getAttribute('href') !== icon) link.setAttribute('href', icon);
    }
  };
  show();
  const observer = new MutationObserver(show);
  observer.observe(document.head, { childList: true });
  return () => {
    observer.disconnect();
    for (const [link, href] of own) link.setAttribute('href', href);
  };
}
