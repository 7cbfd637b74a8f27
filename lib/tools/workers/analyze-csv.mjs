import { serve } from './serve.mjs';
import { createColumn } from './tables/column-statistics.mjs';
import { recordsOf, shapeOf } from './tables/csv.mjs';
import { decodeText } from './tables/decode-text.mjs';

const shown = { rows: 5, cellChars: 80 };

async function analyze({ bytes, delimiter, hasHeader }) {
  const { text, encoding } = decodeText(bytes);
  const shape = shapeOf(text, { delimiter, hasHeader });
  const columns = shape.columns.map(createColumn);
  const sample = [];
  let rows = 0;
  let ragged = 0;
  for await (const record of recordsOf(text, shape)) {
    rows += 1;
    if (record.length !== columns.length) ragged += 1;
    if (sample.length < shown.rows)
      sample.push(record.slice(0, columns.length).map((cell) => cell.slice(0, shown.cellChars)));
    for (const [at, column] of columns.entries()) column.add(record[at]);
  }
  return {
    encoding,
    delimiter: shape.delimiter,
    has_header: shape.hasHeader,
    rows,
    ragged_rows: ragged,
    columns: columns.map((column) => column.finish()),
    sample,
  };
}

serve(analyze);
