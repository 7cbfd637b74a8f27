const maxColumns = 300;
const nameChars = 100;

const isRow = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.map((line) => JSON.parse(line));
    } catch {
      throw new Error('this is neither JSON nor one JSON value per line');
    }
  }
}

/** A list of objects, or the first list of objects in an object, or one object, as rows. */
function rowsIn(value) {
  if (Array.isArray(value)) return value.every(isRow) ? value : value.map((item) => ({ value: item }));
  if (!isRow(value)) return [{ value }];
  const list = Object.values(value).find((inner) => Array.isArray(inner) && inner.length > 0 && inner.every(isRow));
  return list ?? [value];
}

function cellOf(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The columns and rows of a JSON document; what is nested stays as its JSON text, for `json_extract`. */
export function tableOfJson(text) {
  const rows = rowsIn(parsed(text.replace(/^\uFEFF/, '')));
  const names = new Map();
  for (const row of rows) {
    for (const key of Object.keys(row)) {
      const name = key.slice(0, nameChars);
      if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), { name, key });
    }
    if (names.size > maxColumns) throw new Error(`there are more than ${maxColumns} columns`);
  }
  const columns = [...names.values()];
  const records = function* () {
    for (const row of rows) yield columns.map(({ key }) => cellOf(row[key]));
  };
  return { columns: columns.map(({ name }) => ({ name, type: 'any' })), records };
}
