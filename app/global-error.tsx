'use client';

import './globals.css';

/** Replaces even the root layout and is rendered without a nonce: it must say everything without a script. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <title>Metona</title>
        <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col items-start justify-center gap-3 px-6 pb-[12vh]">
          <h1 className="font-semibold text-xl">Metona could not show this page</h1>
          <p className="text-dim text-sm">
            Your data is safe. Reload the page; if it stays broken, look at the server’s log.
          </p>
          <p lang="zh-CN" className="text-dim text-sm">
            Metona 无法显示此页面。你的数据没有丢失，请刷新页面；如果仍然出错，请查看服务器日志。
          </p>
          <a href="/" className="text-sm underline underline-offset-4">
            Metona
          </a>
        </main>
      </body>
    </html>
  );
}
