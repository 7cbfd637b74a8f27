// Draws the pictures that previews of shared links show: `node scripts/share-card.mjs`. They hold nothing of any share.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findBrowser } from './toolchain/browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const texts = {
  en: { title: 'A shared conversation', text: 'Read it here, continue it in your own chat.' },
  'zh-CN': { title: '分享的对话', text: '在此阅读，也可在你自己的对话中继续。' },
};

const line = (width, color = '#2a2d3a') => `<i style="width:${width}%;background:${color}"></i>`;

const page = ({ title, text }, language) => `<!doctype html><html lang="${language}"><style>
  * { box-sizing: border-box; margin: 0 }
  body { width: 1200px; height: 630px; display: flex; background: #0f1117; color: #e1e4ed; overflow: hidden;
    font-family: 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans', sans-serif }
  main { width: 640px; padding: 0 0 0 84px; display: flex; flex-direction: column; justify-content: center }
  .brand { display: flex; align-items: center; gap: 18px; font-size: 34px; font-weight: 600; letter-spacing: -.01em }
  h1 { margin: 64px 0 20px; font-size: ${language === 'en' ? 58 : 72}px; line-height: 1.15; letter-spacing: -.02em; font-weight: 700 }
  p { font-size: 29px; line-height: 1.5; color: #8b8fa7; max-width: 15.5em; text-wrap: balance }
  aside { flex: 1; position: relative }
  .page { position: absolute; left: 70px; top: 74px; width: 560px; height: 640px; padding: 44px 46px; border-radius: 28px;
    background: #1a1d27; border: 1.5px solid #2a2d3a; display: flex; flex-direction: column; gap: 30px; transform: rotate(-3deg) }
  .mine { align-self: flex-end; width: 66%; padding: 22px 24px; border-radius: 22px 22px 6px 22px; background: #242836; border: 1.5px solid #33374a }
  .mine, .answer { display: flex; flex-direction: column; gap: 15px }
  .step { display: flex; align-items: center; gap: 16px; padding: 17px 20px; border-radius: 16px; border: 1.5px solid #2a2d3a; background: #12141c }
  .step b { width: 15px; height: 15px; border-radius: 50%; background: #34d399 }
  i { display: block; height: 13px; border-radius: 7px }
</style><body>
  <main>
    <div class="brand"><svg viewBox="0 0 24 24" width="66" height="66"><rect x=".5" y=".5" width="23" height="23" rx="6.6" fill="#1a1d27" stroke="#3a3e50" stroke-width=".8"/><path d="M6.5 17.4V8.6l5.5 6 5.5-6v8.8" fill="none" stroke="#e1e4ed" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="12" cy="6.6" r="1.7" fill="#f59e0b"/></svg>Metona</div>
    <h1>${title}</h1>
    <p>${text}</p>
  </main>
  <aside><div class="page">
    <div class="mine">${line(100, '#4a4f66')}${line(62, '#4a4f66')}</div>
    <div class="answer">${line(96)}${line(88)}${line(93)}${line(54)}</div>
    <div class="step"><b></b>${line(34, '#22566a')}${line(22)}</div>
    <div class="answer">${line(91)}${line(97)}${line(72)}</div>
    <div class="mine">${line(84, '#4a4f66')}</div>
    <div class="answer">${line(94)}${line(80)}</div>
  </div></aside>
</body></html>`;

const executablePath = findBrowser(root);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : [],
});
for (const [language, words] of Object.entries(texts)) {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await tab.setContent(page(words, language));
  await tab.screenshot({ path: `${root}lib/server/share-card/${language}.png` });
}
await browser.close();
