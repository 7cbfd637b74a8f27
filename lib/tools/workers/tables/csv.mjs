import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { isMissing, kindOf } from './values.mjs';

const delimiters = [',', ';', '\t', '|'];
const sampleChars = 64 * 1024;
const sampleRows = 50;
const pieceChars = 256 * 1024;
const maxColumns = 300;
const maxRecordChars = 1024 * 1024;

function optionsFor(delimiter) {
  const record_delimiter = ['\r\n', '\n', '\r'];
  return {
    delimiter,
    record_delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordChars,
  };
}

function sampleOf(text, delimiter) {
  const isCut = text.length > sampleChars;
  const end = isCut ? text.lastIndexOf('\n', sampleChars) : text.length;
  const piece = text.slice(0, end > 0 ? end : sampleChars);
  try {
    return parseNow(piece, { ...optionsFor(delimiter), to: sampleRows });
  } catch {
    return [];
  }
}

/** How sure it is that this is the delimiter: many columns, the same number in each row. */
function scoreOf(rows) {
  const widths = rows.map((row) => row.length);
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
  if (usual < 2) return 0;
  return (widths.filter((width) => width === usual).length / widths.length) * (1 + Math.log2(usual) / 10);
}

/** The first row names the columns when it holds different words, and not what the rows below hold. */
function isHeader([first, ...rest]) {
  if (!first || first.some((cell) => isMissing(cell) || kindOf(cell) !== 'text')) return false;
  if (new Set(first).size < first.length) return false;
  if (rest.length === 0) return true;
  const isTyped = first.some((_, at) => rest.every((row) => isMissing(row[at] ?? '') || kindOf(row[at]) !== 'text'));
  return isTyped || first.every((cell, at) => cell.length <= 60 && !rest.some((row) => row[at] === cell));
}

function namesFor(rows, hasHeader) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const header = hasHeader ? rows[0] : [];
  const used = new Set();
  return Array.from({ length: width }, (_, at) => {
    const wanted = (header[at] ?? '').trim().slice(0, 100) || `column_${at + 1}`;
    let name = wanted;
    for (let more = 2; used.has(name.toLowerCase()); more += 1) name = `${wanted}_${more}`;
    used.add(name.toLowerCase());
    return name;
  });
}

/** Delimiter, header and column names, from the beginning of the text; what the caller knows better goes first. */
export function shapeOf(text, known = {}) {
  const candidates = known.delimiter === undefined ? delimiters : [known.delimiter];
  const tried = candidates.map((delimiter) => ({ delimiter, rows: sampleOf(text, delimiter) }));
  const best = tried.toSorted((left, right) => scoreOf(right.rows) - scoreOf(left.rows))[0];
  if (best.rows.length === 0) throw new Error('there are no rows in this file');
  const hasHeader = known.hasHeader ?? isHeader(best.rows);
  const columns = namesFor(best.rows, hasHeader);
  if (columns.length > maxColumns) throw new Error(`there are more than ${maxColumns} columns`);
  return { delimiter: best.delimiter, hasHeader, columns };
}

/** One record after the other, without the header; the whole is never there as records. */
export async function* recordsOf(text, { delimiter, hasHeader }) {
  const pieces = function* () {
    for (let at = 0; at < text.length; at += pieceChars) yield text.slice(at, at + pieceChars);
  };
  const parser = Readable.from(pieces()).pipe(parse({ ...optionsFor(delimiter), from: hasHeader ? 2 : 1 }));
  try {
    yield* parser;
  } catch (error) {
    const code = String(error?.code ?? 'unreadable')
      .replace(/^CSV_/, '')
      .replaceAll('_', ' ')
      .toLowerCase();
    throw new Error(`this is no CSV file: ${code}`);
  }
}
