/** Where everything below tries to lead; nothing answers there, and nothing may ask. */
const elsewhere = 'https://elsewhere.example';

/** What a model, a page it has read, or another person may write to get hold of the reader's browser. */
export const hostileMarkdown = [
  `<script>alert(1)</script><img src="${elsewhere}/a.png" onerror="alert(2)">`,
  `<svg onload="alert(3)"><iframe srcdoc="<script>alert(4)</script>"></iframe>`,
  `![pixel](${elsewhere}/pixel.png?leak=1)`,
  `![ref][r]\n\n[r]: ${elsewhere}/ref.png`,
  `[click](javascript:alert(5)) [data](data:text/html,<script>alert(6)</script>) [vb](vbscript:x)`,
  '[entity](&#106;avascript:alert(7)) [space](java\tscript:alert(8)) <javascript:alert(9)>',
  `<link rel="stylesheet" href="${elsewhere}/a.css"><style>@import "${elsewhere}/b.css";</style>`,
  `<base href="${elsewhere}"><meta http-equiv="refresh" content="0;url=${elsewhere}">`,
  `<form action="${elsewhere}"><button autofocus onfocus="alert(10)">ok</button></form>`,
  `<video poster="${elsewhere}/p.png" src="${elsewhere}/v.mp4" autoplay></video><object data="${elsewhere}/o"></object>`,
  '```html\n<script>alert(11)</script>\n```',
  `| a | b |\n|---|---|\n| <img src=x onerror=alert(12)> | ![t](${elsewhere}/t.png) |`,
  `> - [x] <details open ontoggle="alert(13)">x</details>`,
  '$\\href{javascript:alert(14)}{x}$ `<img src=x onerror=alert(15)>`',
  `<a href="javascript:alert(16)" style="position:fixed;inset:0">cover</a>`,
  `$$\n\\htmlStyle{position:fixed}{\\includegraphics{${elsewhere}/m.png}}\n$$\n\n\\(\\url{javascript:alert(17)}\\)`,
  `\`\`\`mermaid\nflowchart LR\n  A["<img src='${elsewhere}/d.png' onerror='alert(18)'>"] --> B\n  click A "javascript:alert(19)"\n\`\`\``,
  `A note[^x] and one[^"><img src=x onerror=alert(20)>].\n\n[^x]: <img src="${elsewhere}/n.png"> [more](javascript:alert(21))`,
  `\u202Etxt.exe\u202C [https://good.example](${elsewhere}/phish)`,
].join('\n\n');
