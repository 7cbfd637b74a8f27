import 'server-only';
import { readFile } from 'node:fs/promises';
import { env } from '../env';
import { commonHeaders } from '../http/security-headers';

const forever = 'public, max-age=31536000, immutable';
const moduleName = /^(?:mermaid\.esm\.min|chunks\/mermaid\.esm\.min\/[\w-]{1,80})\.mjs$/;

function installed(...path: string[]): string {
  return [process.cwd(), ...path].join('/');
}

let version: Promise<string> | null = null;

async function readVersion(): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(installed('node_modules', 'mermaid', 'package.json'), 'utf8'),
  );
  return manifest.version;
}

/** Scripts from one folder, styles inside the picture, and nothing else: no origin, no request, no way out. */
function framePolicy(): string {
  const { origin, hostname } = new URL(env().url);
  return [
    "default-src 'none'",
    `script-src ${hostname.startsWith('[') ? "'self'" : `${origin}/diagram/`}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}

function answer(body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, {
    headers: { ...commonHeaders(env().url), 'x-robots-tag': 'noindex, nofollow', ...headers },
  });
}

function page(current: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Diagram</title>
<style>html { overflow: hidden; background: transparent } body { margin: 0 } svg { display: block; width: 100%; height: auto }</style>
<body data-mermaid="/diagram/mermaid/${current}/mermaid.esm.min.mjs">
<script type="module" src="/diagram/frame-program.mjs"></script>
</body>
</html>
`;
  return answer(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': framePolicy(),
    'cache-control': 'no-cache',
  });
}

/** A frame without origin is a stranger to this one: what it loads must be open to strangers, and holds nothing. */
async function script(file: string, caching: string): Promise<Response> {
  return answer(await readFile(file), {
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': caching,
  });
}

/** The frame diagrams are drawn in, and the programs that draw them. Public, and the same for everyone. */
export async function serveDiagram(path: readonly string[]): Promise<Response> {
  const missing = new Response(null, { status: 404, headers: commonHeaders(env().url) });
  version ??= readVersion();
  const current = await version;
  const [first, wanted, ...rest] = path;
  if (path.length === 1 && first === 'frame') return page(current);
  if (path.length === 1 && first === 'frame-program.mjs') {
    return script(installed('lib', 'server', 'diagram', 'frame-program.mjs'), 'no-cache');
  }
  const name = rest.join('/');
  if (first !== 'mermaid' || wanted !== current || !moduleName.test(name)) return missing;
  return script(installed('node_modules', 'mermaid', 'dist', name), forever).catch(() => missing);
}
