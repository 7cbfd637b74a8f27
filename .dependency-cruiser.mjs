import { builtinModules } from 'node:module';

/**
 * Which floor may import what; what is not listed is forbidden. `floors` are path patterns below the root (a floor may
 * always import itself), `packages` are npm packages, `core` are Node's own modules. Types count like values.
 */
const anyCore = builtinModules.filter((name) => name !== 'crypto');
const ports = 'lib/agent/(run-)?ports\\.ts$';

const layers = {
  'lib/ir': { packages: ['zod'] },
  'lib/sse': { packages: ['eventsource-parser'] },
  'lib/crypto': { core: ['crypto', 'buffer', 'util', 'fs/promises', 'path'] },
  'lib/net': { packages: ['undici', 'ipaddr.js'], core: anyCore },
  'lib/i18n': {},
  'lib/archive': { packages: ['@zip.js/zip.js'], core: ['timers/promises'] },
  'lib/adapters': {
    floors: ['lib/ir/', 'lib/sse/', 'lib/net/', 'lib/crypto/redact\\.ts$'],
    packages: ['zod', 'ai', '@ai-sdk/[^/]+', '@openrouter/ai-sdk-provider'],
  },
  'lib/agent': { floors: ['lib/ir/'], packages: ['zod'] },
  'lib/tools': {
    floors: ['lib/ir/', ports, 'lib/crypto/canonical-json\\.ts$'],
    packages: [
      'zod',
      'zod-to-json-schema',
      'mathjs',
      'quickjs-emscripten',
      'csv-parse',
      'linkedom',
      '@mozilla/readability',
      'turndown',
    ],
    core: ['buffer', 'url', 'worker_threads', 'stream', 'timers/promises', 'sqlite'],
  },
  'lib/knowledge': { floors: ['lib/ir/', ports], packages: ['zod', 'marked'] },
  'lib/extensions': {
    floors: [
      'lib/ir/',
      'lib/net/',
      'lib/archive/',
      ports,
      'lib/crypto/canonical-json\\.ts$',
      'lib/tools/(define-tool|bound-result|web/decode-text)\\.ts$',
      'lib/agent/context/estimate-tokens\\.ts$',
    ],
    packages: ['zod', 'yaml', '@modelcontextprotocol/client'],
    core: anyCore,
  },
  'lib/db': {
    floors: ['lib/ir/', 'lib/crypto/', ports],
    packages: ['@prisma/[^/]+', 'pg', 'pg-boss', 'server-only', 'zod'],
    core: [...anyCore, 'crypto'],
  },
  'lib/auth': {
    floors: ['lib/ir/', 'lib/crypto/', 'lib/db/'],
    packages: ['next', 'next-auth', '@node-rs/argon2', 'server-only', 'zod'],
    core: anyCore,
  },
  'lib/server': {
    floors: ['lib/(ir|sse|crypto|net|archive|adapters|agent|tools|knowledge|extensions|db|auth|i18n)/'],
    packages: ['next', 'react', 'pino', 'server-only', 'zod', 'zod-openapi', 'zod-to-json-schema'],
    core: anyCore,
  },
  'lib/client': { floors: ['lib/ir/', 'lib/sse/', 'lib/i18n/'], packages: ['react', 'swr', 'zod'] },
  components: {
    floors: ['lib/client/', 'lib/ir/', 'lib/i18n/'],
    packages: [
      'react',
      'react-dom',
      'next',
      'radix-ui',
      'lucide-react',
      'clsx',
      'tailwind-merge',
      'class-variance-authority',
      'cmdk',
      'next-themes',
      'swr',
      'virtua',
      '@tanstack/react-virtual',
      'get-nonce',
      '@codemirror/[^/]+',
      '@lezer/highlight',
      'marked',
      'streamdown',
      'rehype-[^/]+',
      'remark-[^/]+',
      'shiki',
      '@shikijs/[^/]+',
      'katex',
      'lowlight',
      'mermaid',
      'dompurify',
    ],
  },
  app: {
    floors: ['components/', 'lib/(server|client|i18n|ir)/'],
    packages: ['next', 'react', 'react-dom', 'server-only'],
  },
};

const test = '\\.test\\.tsx?$';
const local = '^(app|components|lib|scripts|tests)/|^(@/|\\.)|^[^/]+\\.(ts|mjs)$';
const floorFolders = Object.keys(layers).filter((name) => name.startsWith('lib/'));

/** A package as it is found, or as it is written where it cannot be resolved; its separate types count as well. */
function packagePattern(name) {
  return `^(node_modules/)?(@types/)?${name.replace(/\.js$/, '\\.js')}(/|$)`;
}

function corePatterns(names) {
  return names.map((name) => `^(node:)?${name}$`);
}

function layerRules([name, { floors = [], packages = [], core = [] }]) {
  const own = [`^${name}/`, ...floors.map((floor) => `^${floor}`)];
  const rule = name.replace('/', '-');
  return [
    {
      name: `${rule}-imports-only-what-is-listed`,
      severity: 'error',
      from: { path: `^${name}/`, pathNot: test },
      to: { pathNot: [...own, ...packages.map(packagePattern), ...corePatterns(core)] },
    },
    {
      name: `${rule}-tests-import-only-its-floors`,
      severity: 'error',
      from: { path: `^${name}/.*${test}` },
      to: { path: local, pathNot: [...own, '^tests/support/'] },
    },
  ];
}

/** What only some places may import, tests included. */
const guarded = [
  {
    name: 'ai-sdk-only-in-its-bridge',
    from: ['^lib/adapters/ai-sdk/', `^lib/adapters/.*${test}`, '^tests/(bench|contract|support)/'],
    to: ['ai', '@ai-sdk/[^/]+', '@openrouter/ai-sdk-provider'].map(packagePattern),
  },
  {
    name: 'database-drivers-only-in-db',
    from: ['^lib/db/', '^scripts/', '^tests/(support|integration|bench)/', '^prisma\\.config\\.ts$'],
    to: [...['@prisma/[^/]+', 'prisma', 'pg', 'pg-boss'].map(packagePattern), '^lib/db/generated/'],
  },
  { name: 'undici-only-in-net', from: ['^lib/net/'], to: [packagePattern('undici')] },
  {
    name: 'node-crypto-only-in-crypto',
    from: ['^lib/(crypto|net|db/embedded)/', '^lib/db/migrate', '^scripts/', '^tests/', test],
    to: corePatterns(['crypto']),
  },
  { name: 'next-auth-only-in-auth', from: ['^lib/auth/', '^tests/integration/'], to: [packagePattern('next-auth')] },
  {
    name: 'adapters-have-one-door',
    from: ['^lib/adapters/'],
    to: ['^lib/adapters/'],
    except: ['^lib/adapters/index\\.ts$'],
  },
  {
    name: 'tests-stay-out-of-the-app',
    from: ['^tests/', test, '^(vitest|playwright)\\.config\\.ts$', '^scripts/share-card\\.mjs$'],
    to: ['^tests/', test, ...['vitest', 'fast-check', 'playwright', 'happy-dom'].map(packagePattern)],
  },
];

function guardRule({ name, from, to, except = [] }) {
  return { name, severity: 'error', from: { pathNot: from }, to: { path: to, pathNot: except } };
}

export default {
  forbidden: [
    ...Object.entries(layers).flatMap(layerRules),
    ...guarded.map(guardRule),
    {
      name: 'root-files-import-like-the-app',
      severity: 'error',
      from: { path: '^(proxy|instrumentation|instrumentation-client)\\.ts$' },
      to: { pathNot: ['^lib/(server|client|i18n|ir)/', packagePattern('next')] },
    },
    {
      name: 'every-floor-is-listed',
      severity: 'error',
      from: { path: '^lib/', pathNot: floorFolders.map((folder) => `^${folder}/`) },
      to: {},
    },
    {
      name: 'nothing-imports-an-unlisted-floor',
      severity: 'error',
      from: {},
      to: { path: '^lib/', pathNot: floorFolders.map((folder) => `^${folder}/`) },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'imports-resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^lib/db/generated/'] },
    exclude: { path: '^lib/db/generated/internal/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
