// Shows a page of our own when the server is out of reach. It keeps nothing: no page, no answer of the API, no cache at
// all; the page is part of this file. To remove it everywhere, serve under this name a worker whose `activate` calls
// `self.registration.unregister()`: browsers look for a new one with every navigation.
const version = '2';

const texts = {
  en: {
    title: 'Offline',
    head: 'Metona cannot be reached',
    text: 'The network is away, or the server is not running. Runs go on without this page; nothing is lost.',
    again: 'Try again',
  },
  'zh-CN': {
    title: '离线',
    head: '无法连接到 Metona',
    text: '网络已断开，或服务器没有运行。正在进行的运行不受影响，内容不会丢失。',
    again: '重试',
  },
};

const schemes = {
  dark: '--bg: #0f1117; --text: #e1e4ed; --dim: #9da1b8; --line: #2a2d3a; --focus: #22d3ee',
  light: '--bg: #fbfbfc; --text: #1b1e29; --dim: #50556b; --line: #dfe2ea; --focus: #0b6a84',
};

const colors = (theme) =>
  theme in schemes
    ? `:root { color-scheme: ${theme}; ${schemes[theme]} }`
    : `:root { color-scheme: dark light; ${schemes.dark} }
  @media (prefers-color-scheme: light) { :root { ${schemes.light} } }`;

const pageOf = (locale, theme) => `<!doctype html>
<html lang="${locale}" data-offline="${version}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${texts[locale].title} · Metona</title>
<style>
  ${colors(theme)}
  body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box;
    background: var(--bg); color: var(--text); font: 0.9375rem/1.65 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto,
    "Noto Sans", "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
    text-autospace: normal }
  main { max-width: 26rem }
  h1 { margin: 1.25rem 0 0.25rem; font-size: 1.3125rem; line-height: 1.35; text-wrap: balance }
  p { margin: 0.25rem 0 0; color: var(--dim); text-wrap: pretty }
  a { display: inline-block; margin-top: 1.5rem; padding: 0.5rem 1rem; border: 1px solid var(--line);
    border-radius: 0.5rem; color: inherit; text-decoration: none }
  a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
</style>
</head>
<body>
<main>
  <svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="7" fill="#1a1d27"
  stroke="#3a3e50"/><path d="M6.5 17V8l5.5 6 5.5-6v9" fill="none" stroke="#e1e4ed" stroke-width="2.2"
  stroke-linecap="round" stroke-linejoin="round"/><circle cx="12" cy="6.4" r="1.7" fill="#f59e0b"/></svg>
  <h1>${texts[locale].head}</h1>
  <p>${texts[locale].text}</p>
  <a href="">${texts[locale].again}</a>
</main>
</body>
</html>`;

/** The language and the theme that were chosen, else those of the browser. */
async function offlinePage() {
  const chosen = async (name) => (await self.cookieStore?.get(name).catch(() => null))?.value ?? '';
  const [locale, theme] = await Promise.all([chosen('metona_locale'), chosen('metona_theme')]);
  const language = locale in texts ? locale : navigator.language.startsWith('zh') ? 'zh-CN' : 'en';
  return answer(pageOf(language, theme));
}

function answer(page) {
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  });
}

async function fromNetwork(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return offlinePage();
  }
}

async function takeOver() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Our pages only: downloads and frames are none of its business. */
function isPage({ mode, destination, method, url }) {
  const { pathname } = new URL(url);
  const isElsewhere = pathname.startsWith('/api/') || pathname.startsWith('/diagram/');
  return mode === 'navigate' && destination === 'document' && method === 'GET' && !isElsewhere;
}

async function openChat(path) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const [open] = windows;
  if (open === undefined) return self.clients.openWindow(path);
  await open.focus();
  return open.navigate(path);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  if (isPage(event.request)) event.respondWith(fromNetwork(event));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path;
  if (typeof path === 'string' && path.startsWith('/chat/')) event.waitUntil(openChat(path));
});
