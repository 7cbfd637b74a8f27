const serverFloor = /^(lib\/(server|auth)\/.*\.tsx?|lib\/db\/(.*\/)?[^/]+-store\.ts)$/;
const test = /\.test\.tsx?$/;
const comments = /^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/;

/** Whether a file of a server floor lacks the import that keeps it out of every browser bundle. */
export function findServerOnlyViolations({ path, text }) {
  if (!serverFloor.test(path) || test.test(path)) return [];
  const isGuarded = text.replace(comments, '').startsWith("import 'server-only';");
  return isGuarded ? [] : [`${path}: must begin with import 'server-only';`];
}
