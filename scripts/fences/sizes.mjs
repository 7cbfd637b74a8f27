const source = /\.(ts|tsx|mjs)$/;
const catalogue = /^lib\/i18n\/(en|zh-CN)(\/|\.ts$)/;
const routeHandler = /^app\/.*\/route\.ts$/;

const mostLines = 300;
const mostRouteLines = 39;

/** Whether a file is longer than its kind may be; message catalogues may have any length. */
export function findSizeViolations({ path, text }) {
  if (!source.test(path) || catalogue.test(path)) return [];
  const most = routeHandler.test(path) ? mostRouteLines : mostLines;
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > most ? [`${path}: ${lines} lines, at most ${most}`] : [];
}
