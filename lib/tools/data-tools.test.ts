import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WorkspaceFiles } from '@/lib/agent/ports';
import { toolContext as context } from '@/tests/support/tool-context';
import { createAnalyzeCsv } from './analyze-csv';
import { createQueryData } from './query-data';

/** The files of one chat of one user. */
function workspace(contents: Record<string, string | Uint8Array>): WorkspaceFiles {
  const kept = Object.entries(contents).map(([path, content]) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return { id: path, path, mediaType: 'text/csv', size: bytes.length, sha256: '', updatedAt: 0, bytes };
  });
  const mine = (userId: string, sessionId: string) => (userId === 'anna' && sessionId === 's_1' ? kept : []);
  return {
    list: async (userId, sessionId) => mine(userId, sessionId),
    read: async (userId, sessionId, path) => mine(userId, sessionId).find((file) => file.path === path) ?? null,
    readStream: async () => null,
    write: async () => {
      throw new Error('nothing here writes');
    },
  };
}

const people =
  'name;born;city;code\nAda;1815;London;007\nAlan;1912;"Lon;don";010\nGrace;1906;NA;\nAda;1815;London;007\n';

interface Report {
  delimiter: string;
  encoding: string;
  has_header: boolean;
  rows: number;
  ragged_rows: number;
  columns: { name: string; type: string; missing: number; distinct: number; statistics?: Record<string, number> }[];
  sample: string[][];
}

async function analyze(content: string | Uint8Array, more: Record<string, unknown> = {}) {
  const tool = createAnalyzeCsv(workspace({ 'data.csv': content }));
  const { result, summary } = await tool.execute({ file_path: 'data.csv', ...more }, context);
  return { ...(result as Report), summary };
}

describe('analyze_csv', () => {
  it('finds delimiter, header, types, missing values and statistics', async () => {
    const report = await analyze(people);
    expect(report).toMatchObject({ delimiter: ';', has_header: true, rows: 4, ragged_rows: 0, encoding: 'utf-8' });
    expect(report.columns.map(({ name, type, missing, distinct }) => [name, type, missing, distinct])).toEqual([
      ['name', 'text', 0, 3],
      ['born', 'integer', 0, 3],
      ['city', 'text', 1, 2],
      ['code', 'text', 1, 2],
    ]);
    expect(report.columns[1]?.statistics).toMatchObject({ count: 4, min: 1815, max: 1912, mean: 1862, median: 1860.5 });
    expect(report.columns[1]?.statistics?.sd).toBeCloseTo(54.36, 1);
    expect(report.sample[1]).toEqual(['Alan', '1912', 'Lon;don', '010']);
    expect(report.summary).toContain('4 rows, 4 columns, with header row, delimiter ";"');
    expect(report.summary).toContain('most frequent: "Ada" (2)');
  });

  it('knows a table without a header, and what the caller knows better', async () => {
    expect(await analyze('1,2\n3,4\n')).toMatchObject({
      has_header: false,
      rows: 2,
      columns: [{ name: 'column_1' }, {}],
    });
    expect(await analyze('1,2\n3,4\n', { has_header: true })).toMatchObject({ rows: 1, columns: [{ name: '1' }, {}] });
    expect(await analyze('a\tb\n1\t2\n')).toMatchObject({ delimiter: '\t', has_header: true });
  });

  it('reads dates, numbers with groups, rows of other lengths and quoted line breaks', async () => {
    const report = await analyze('day,amount,note\r\n2026-01-02,"1,250.50","two\r\nlines"\r\n2025-12-31,7\r\n');
    expect(report).toMatchObject({ rows: 2, ragged_rows: 1 });
    expect(report.columns).toMatchObject([
      { type: 'date', range: { min: '2025-12-31', max: '2026-01-02' } },
      { type: 'number', statistics: { sum: 1257.5 } },
      { type: 'text', missing: 1 },
    ]);
  });

  it('reads what old spreadsheets write', async () => {
    const gb18030 = Uint8Array.from([
      0xb3, 0xc7, 0xca, 0xd0, 0x2c, 0x6e, 0x0a, 0xb1, 0xb1, 0xbe, 0xa9, 0x2c, 0x31, 0x0a,
    ]);
    expect(await analyze(gb18030)).toMatchObject({ encoding: 'gb18030', columns: [{ name: '城市' }, { name: 'n' }] });
    const utf16 = Uint8Array.from([0xff, 0xfe, ...[...'a,b\n1,2\n'].flatMap((char) => [char.charCodeAt(0), 0])]);
    expect(await analyze(utf16)).toMatchObject({ encoding: 'utf-16le', columns: [{ name: 'a' }, { name: 'b' }] });
  });

  it('reads a table from a Chinese spreadsheet, and says how', async () => {
    const orders = new Uint8Array(readFileSync('tests/support/orders-gb18030.csv'));
    const report = await analyze(orders);
    expect(report).toMatchObject({ encoding: 'gb18030', rows: 5, has_header: true });
    expect(report.columns.map(({ name, type }) => [name, type])).toEqual([
      ['订单号', 'text'],
      ['城市', 'text'],
      ['产品名称', 'text'],
      ['数量', 'integer'],
      ['单价（元）', 'number'],
      ['下单日期', 'date'],
      ['备注', 'text'],
    ]);
    expect(report.summary).toContain(', gb18030');
    const wide = new Uint8Array(Buffer.from('城市,数量\n北京,12\n上海,7\n', 'utf16le').swap16());
    expect(await analyze(wide)).toMatchObject({ encoding: 'utf-16be', columns: [{ name: '城市' }, { name: '数量' }] });
  });

  it('works through 20 MB', async () => {
    const line = (at: number) => `${at},name ${at},${at % 7},some longer text that fills the row ${at}\n`;
    const rows = 340_000;
    const text = `id,name,kind,text\n${Array.from({ length: rows }, (_, at) => line(at)).join('')}`;
    expect(text.length).toBeGreaterThan(19_000_000);
    const report = await analyze(text.slice(0, 20 * 1024 * 1024 - 1));
    expect(report.rows).toBeGreaterThan(300_000);
    expect(report.columns[2]).toMatchObject({ type: 'integer', distinct: 7 });
    expect(report.columns[0]?.statistics?.median).toBeCloseTo(report.rows / 2, -4);
  });

  it.each([
    ['a file that is none', Uint8Array.from([0, 1, 2, 0, 255])],
    ['nothing', ''],
    ['one endless record', `a,b\n"${'x'.repeat(3_000_000)}`],
    ['too many columns', `${'a,'.repeat(5000)}b\n`],
    ['more than 20 MB', new Uint8Array(20 * 1024 * 1024 + 1)],
  ])('refuses %s', async (_name, content) => {
    await expect(analyze(content)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('is confined to the chat and says what there is instead', async () => {
    const tool = createAnalyzeCsv(workspace({ 'data.csv': people }));
    await expect(tool.execute({ file_path: 'other.csv' }, context)).rejects.toThrow('there are: data.csv');
    const stranger = { ...context, userId: 'ben' };
    await expect(tool.execute({ file_path: 'data.csv' }, stranger)).rejects.toThrow('this chat has no files');
  });
});

interface Answer {
  columns: string[];
  rows: (string | number | null)[][];
  total: number;
  total_is_at_least: boolean;
  chart?: unknown;
}

const shop = {
  'Sales 2026.csv': 'day,product,amount\n2026-01-01,tea,3\n2026-01-01,coffee,\n2026-01-02,tea,4.5\n',
  'shop/products.json': JSON.stringify({
    items: [
      { id: 'tea', price: 2, tags: ['hot'] },
      { id: 'coffee', price: 3 },
    ],
  }),
  'notes.md': '# not a table',
};

async function query(
  sql: string,
  more: Record<string, unknown> = {},
  files: Record<string, string | Uint8Array> = shop,
) {
  const tool = createQueryData(workspace(files));
  const { result, summary } = await tool.execute({ sql, ...more }, context);
  return { ...(result as Answer), summary };
}

describe('query_data', () => {
  it('names the columns of a Chinese spreadsheet in Chinese', async () => {
    const orders = new Uint8Array(readFileSync('tests/support/orders-gb18030.csv'));
    const answer = await query(
      'SELECT 城市, 数量 * "单价（元）" AS 金额 FROM orders WHERE 备注 = \'𠮷先生\'',
      {},
      {
        'orders.csv': orders,
      },
    );
    expect(answer.rows).toEqual([['广州', 384]]);
    expect(answer.summary).toContain('orders (orders.csv, 5 rows, gb18030)');
  });

  it('joins the CSV and JSON files of a chat', async () => {
    const sql = `SELECT p.id, sum(s.amount * p.price) AS income, json_extract(p.tags, '$[0]') AS tag
      FROM sales_2026 s JOIN products p ON p.id = s.product GROUP BY p.id ORDER BY income DESC`;
    const answer = await query(sql, { chart: { type: 'bar', x: 'id', y: 'income' } });
    expect(answer).toMatchObject({
      columns: ['id', 'income', 'tag'],
      rows: [
        ['tea', 15, 'hot'],
        ['coffee', null, null],
      ],
      total: 2,
      chart: { type: 'bar', x: 'id', y: 'income' },
    });
    expect(answer.summary).toContain('2 rows; shown as a bar chart');
    expect(answer.summary).toContain('sales_2026 (Sales 2026.csv, 3 rows)');
  });

  it('caps what it returns and counts the rest', async () => {
    const numbers = { 'n.csv': `n\n${Array.from({ length: 3000 }, (_, at) => at).join('\n')}\n` };
    expect(await query('SELECT n FROM n', { max_rows: 2 }, numbers)).toMatchObject({ rows: [[0], [1]], total: 3000 });
    const all = await query('SELECT a.n FROM n a, n b', { max_rows: 1000 }, numbers);
    expect([all.rows.length > 500, all.total, all.total_is_at_least]).toEqual([true, 100_000, true]);
    const wide = await query(`SELECT printf('%.*c', 9000, 'x') AS text, n FROM n`, { max_rows: 1000 }, numbers);
    expect(JSON.stringify(wide.rows).length).toBeLessThan(32_000);
  });

  it('keeps columns of one name apart, large integers and text that looks like a number', async () => {
    const files = { 'ids.csv': 'id,code\n9007199254740993,007\n' };
    const answer = await query('SELECT code, id + 0 AS x, 9007199254740993 AS big, 1 AS x FROM ids', {}, files);
    expect(answer.columns).toEqual(['code', 'x', 'big', 'x_2']);
    expect(answer.rows[0]?.[0]).toBe('007');
    expect(answer.rows[0]?.[2]).toBe('9007199254740993');
  });

  it.each([
    'DELETE FROM products',
    'DROP TABLE products',
    'CREATE TABLE x (y)',
    'INSERT INTO products VALUES (1, 2, 3)',
    'WITH x AS (SELECT 1) INSERT INTO products SELECT 1, 2, 3',
    'WITH x AS (SELECT 1) DELETE FROM products',
    '/* */ -- x\n UPDATE products SET price = 0',
    "ATTACH 'file:/etc/passwd' AS p",
    "ATTACH ':memory:' AS p",
    'PRAGMA query_only = OFF',
    'PRAGMA writable_schema = ON',
    'VACUUM INTO "/tmp/copy.db"',
    'BEGIN',
    "SELECT load_extension('/tmp/evil.so')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT readfile('/etc/passwd')",
    'SELECT * FROM sqlite_master',
    'SELECT * FROM sqlite_schema',
    'SELECT * FROM pragma_database_list',
    "SELECT * FROM pragma_query_only('off')",
    'EXPLAIN SELECT 1',
    'SELECT nothing FROM products',
    'SELECT zeroblob(2000000000)',
    'SELECT hex(zeroblob(9000000))',
    ...["SELECT edit('x')", "SELECT fts3_tokenizer('simple')", 'SELECT 1; DROP TABLE products', '\u0000', ';'],
    ...['SELECT 1\u0000; DROP TABLE products', "SELECT * FROM json_each(readfile('/etc/passwd'))"],
  ])('check query_data: refuses %s', async (sql) => {
    await expect(query(sql)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('takes a semicolon at the end, in a text and in a comment', async () => {
    const answer = await query(`SELECT ';x' AS "a;b" /* ; y */ -- ; z\n;  ; `);
    expect(answer).toMatchObject({ columns: ['a;b'], rows: [[';x']] });
  });

  it('check query_data: refuses a statement that is too deep', async () => {
    for (const sql of [`SELECT ${'NOT '.repeat(500)}1`, `SELECT 1 ${'UNION SELECT 1 '.repeat(200)}`]) {
      await expect(query(sql)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
    }
  });

  it('says which tables there are when a query is wrong', async () => {
    await expect(query('SELECT * FROM sales')).rejects.toThrow(
      /no such table: sales.*sales_2026\(day, product, amount\)/,
    );
    await expect(query('SELECT 1 AS a', { chart: { type: 'bar', x: 'a', y: 'b' } })).rejects.toThrow('no column b');
  });

  it.each([
    ['a recursion', 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c'],
    [
      'a product of tables',
      `SELECT count(*) FROM ${Array.from({ length: 40 }, (_, at) => `products p${at}`).join(', ')}`,
    ],
  ])('check query_data: kills %s that never ends, when the call ends', async (_name, sql) => {
    const tool = createQueryData(workspace(shop));
    const stop = AbortSignal.timeout(1500);
    await expect(tool.execute({ sql }, { ...context, signal: stop })).rejects.toThrow(/timeout/i);
    expect((await query('SELECT 1 AS one')).rows).toEqual([[1]]);
  });

  it('check query_data: bounds the memory of a query', async () => {
    const sql = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000)
      SELECT json_group_array(printf('%.*c', 900000, 'x')) FROM c`;
    await expect(query(sql)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
    const sorted = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 10000)
      SELECT hex(randomblob(1000000)) AS y FROM c ORDER BY y`;
    await expect(query(sorted)).rejects.toThrow('more than 640 MB');
  });

  it('loads 20 MB', async () => {
    const line = (at: number) => `${at},name ${at},${at % 7},some longer text that fills the row ${at}\n`;
    const big = { 'big.csv': `id,name,kind,text\n${Array.from({ length: 330_000 }, (_, at) => line(at)).join('')}` };
    const answer = await query('SELECT kind, count(*) AS n FROM big GROUP BY kind ORDER BY kind', {}, big);
    expect(answer.rows.map(([, count]) => Number(count)).reduce((left, right) => left + right)).toBe(330_000);
  });

  it('check query_data: is confined to the chat, and to its CSV and JSON files', async () => {
    const tool = createQueryData(workspace(shop));
    await expect(tool.execute({ sql: 'SELECT 1', files: ['../x.csv'] }, context)).rejects.toThrow('there is no file');
    await expect(tool.execute({ sql: 'SELECT 1' }, { ...context, sessionId: 's_2' })).rejects.toThrow('no CSV or JSON');
    expect(tool.check({ sql: 'SELECT 1', chart: { type: 'pie', x: 'a', y: 'b' } }).ok).toBe(false);
    expect(tool.def).toMatchObject({ returnsUntrusted: true, permission: 'files.read', riskLevel: 'safe' });
  });
});
