/** Where colours are made. The others are drawn where no style sheet of ours reaches. */
const homesOfColours = [
  'app/globals.css',
  'app/manifest.ts',
  'components/chat/tab-icon.ts',
  'components/layout/brand.tsx',
  'components/layout/theme-colors.ts',
];

/** The one folder that turns moments and amounts into text. */
const homeOfFormats = /^(components\/i18n|lib\/i18n)\//;

const isTest = (path) => /\.test\.tsx?$/.test(path) || path.includes('for-test');
const isShown = (path) =>
  /^(components|app)\/.*\.(tsx?|css)$/.test(path) && !path.startsWith('app/api/') && !isTest(path);

const rules = [
  {
    name: 'a colour of its own; colours are tokens of app/globals.css',
    pattern:
      /(?<![\w&])#(?:(?=[a-f]*\d)[0-9a-f]{3,4}|([a-f])\1{2,3}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!['"`]?\s*\()|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/gi,
    allows: (path) => homesOfColours.includes(path),
  },
  {
    name: 'a size of its own; sizes of text are tokens of app/globals.css, or `em` beside their neighbours',
    pattern:
      /(?<![\w-])text-\[[\d.]+(?:rem|px)\]|\bfont-size:\s*[\d.]+(?:rem|px)|\bfontSize:\s*['"]?[\d.]+(?:rem|px)?/g,
    allows: () => false,
  },
  {
    name: 'a motion of its own; motions are tokens of app/globals.css',
    pattern: /(?<![\w-])(?:duration|ease|animate)-\[[^\]]+\]/g,
    allows: () => false,
  },
  {
    name: 'a format of its own; useFormat() writes in the language of the reader',
    pattern: /\bIntl\.(?!Collator|Segmenter)\w+|\.toLocale(?:Date|Time)?String\(/g,
    allows: (path) => homeOfFormats.test(path),
  },
];

/** What looks or reads otherwise than the rest, each with its line. */
export function findLooksOfTheirOwn({ path, text }) {
  if (!isShown(path)) return [];
  return rules
    .filter(({ allows }) => !allows(path))
    .flatMap(({ name, pattern }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(pattern)].map(([found]) => `${path}:${index + 1}: "${found}" is ${name}`),
        ),
    );
}
