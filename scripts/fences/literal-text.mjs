import ts from 'typescript';

/** Files whose text is seen by people. */
const isPage = (path) =>
  /^(components|app)\/.*\.tsx?$/.test(path) && !path.startsWith('app/api/') && !/\.test\.tsx?$|for-test/.test(path);

/** Attributes that are read or read out. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
]);

/** Properties of objects that end up on a page. */
const shown = new Set(['description', 'hint', 'label', 'placeholder', 'subtitle', 'text', 'title']);

/** Names, signs and examples that are the same in every language. */
const sameEverywhere = new Set(['Metona', '%s · Metona', 'EN / 中文', 'Bearer …']);

/** Rendered without a script or a provider: it says everything in both languages. */
const withoutCatalogue = ['app/global-error.tsx'];

const hasWords = (text) => /\p{L}{2}/u.test(text);

/** A token, an address, a key of the catalogue or a class is no text: `mtn_••••`, `common.save`, `text-code-title`. */
const isCode = (text) => /^[\w.•…/:@#<>{}[\]()-]+$/.test(text) && /[_./:•]|^[a-z]+(-[a-z0-9]+)+$/.test(text);

function isForeign(text) {
  const said = text.replace(/&[a-z]+;/g, ' ').trim();
  return hasWords(said) && !sameEverywhere.has(said) && !isCode(said);
}

/** The strings an expression can come to, as far as they stand in it. */
function stringsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isParenthesizedExpression(node)) return stringsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...stringsOf(node.whenTrue), ...stringsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node)) return [node.head, ...node.templateSpans.map((span) => span.literal)];
  if (ts.isBinaryExpression(node)) {
    const isChoice = [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.PlusToken,
    ].includes(node.operatorToken.kind);
    return isChoice ? [...stringsOf(node.left), ...stringsOf(node.right)] : [];
  }
  return [];
}

function textsIn(node) {
  if (ts.isJsxText(node)) return [node];
  if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) return stringsOf(node.expression);
  if (ts.isPropertyAssignment(node)) return shown.has(node.name.getText()) ? stringsOf(node.initializer) : [];
  if (!ts.isJsxAttribute(node) || !spoken.has(node.name.getText()) || !node.initializer) return [];
  const { initializer } = node;
  if (ts.isStringLiteral(initializer)) return [initializer];
  return ts.isJsxExpression(initializer) && initializer.expression ? stringsOf(initializer.expression) : [];
}

/** Text in a component that no catalogue can translate, each with its line. */
export function findLiteralTexts({ path, text }) {
  if (!isPage(path) || withoutCatalogue.includes(path)) return [];
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found = [];
  const visit = (node) => {
    for (const literal of textsIn(node)) {
      if (!isForeign(literal.text)) continue;
      const { line } = source.getLineAndCharacterOfPosition(literal.getStart());
      found.push(`${path}:${line + 1}: "${literal.text.trim()}" is in no catalogue; it belongs in lib/i18n`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
