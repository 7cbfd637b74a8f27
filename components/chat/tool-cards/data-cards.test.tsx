// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { MetonaToolResult } from '@/lib/ir';
import { find, mount, settle } from '../../ui/mount-for-test';
import { chartPoints } from './chart-points';
import { numberText } from './number-text';
import { ToolResultCard } from './tool-result-card';

const evil = '<img src=x onerror=alert(1)>\u202eT';

async function show(toolName: string, result: unknown) {
  const whole: MetonaToolResult = { toolCallId: 'c', toolName, result, success: true, durationMs: 1, timestamp: 0 };
  await mount(<ToolResultCard result={whole} />);
  await Promise.all([import('./code-console-card'), import('./query-table-card'), import('./csv-report-card')]);
  await settle(() => undefined);
}

afterEach(() => document.body.replaceChildren());

const answer = {
  columns: ['city', 'sales'],
  rows: [
    ['Köln', 1200.5],
    ['北京', null],
    [evil, -300],
  ],
  total: 40,
  total_is_at_least: false,
};

describe('the card of a query', () => {
  it('shows rows with what is empty, and how many there are', async () => {
    await show('query_data', answer);
    const card = find('[data-testid=query-table-card]');
    expect([...card.querySelectorAll('th')].map((cell) => cell.textContent)).toEqual(['city', 'sales']);
    expect([...card.querySelectorAll('td')].map((cell) => cell.textContent).slice(0, 4)).toEqual([
      'Köln',
      '1200.5',
      '北京',
      'empty',
    ]);
    expect(card.textContent).toContain('40 rows · 3 of them are shown.');
    expect(card.textContent).not.toContain('\u202e');
    expect(document.querySelectorAll('img,script,svg')).toHaveLength(0);
  });

  it.each([
    ['bar', 'rect', 2],
    ['line', 'polyline', 1],
    ['scatter', 'circle', 2],
  ])('draws a %s chart that has a name', async (type, mark, count) => {
    await show('query_data', { ...answer, chart: { type, x: 'city', y: 'sales' } });
    const svg = find('svg[role=img]');
    expect(svg.querySelectorAll(mark)).toHaveLength(count);
    const title = document.getElementById(svg.getAttribute('aria-labelledby') ?? '');
    expect(title?.textContent).toContain('chart of sales by city. 2 values from -300 to 1200.5');
    expect(document.querySelectorAll('td')).toHaveLength(6);
  });

  it('says when there is nothing to draw', async () => {
    await show('query_data', { ...answer, chart: { type: 'bar', x: 'sales', y: 'city' } });
    expect(document.querySelector('svg')).toBeNull();
    expect(document.body.textContent).toContain('no numbers to draw');
  });
});

describe('the card of a program', () => {
  it('shows what was printed, the result and errors, and names what colour says', async () => {
    const lines = [
      { level: 'log', text: evil },
      { level: 'error', text: 'bad' },
    ];
    await show('run_code', { result: '[1, 2]', console: lines, console_cut: true });
    const text = find('[data-testid=code-console-card]').textContent ?? '';
    for (const part of ['<img src=x onerror=alert(1)>', 'Error: bad', '[1, 2]', 'More was printed']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('\u202e');
    document.body.replaceChildren();
    await show('run_code', { result: null, console: [], error: { kind: 'timeout', message: 'stopped after 5 s' } });
    expect(find('[data-testid=code-console-card]').textContent).toBe('stopped after 5 s');
    document.body.replaceChildren();
    await show('run_code', { result: null, console: [] });
    expect(document.body.textContent).toContain('Nothing was printed');
  });
});

describe('the card of a table', () => {
  it('describes each column and shows how the table begins', async () => {
    const statistics = { min: 1, max: 9000, median: 4, mean: 4.5, sd: 2 };
    const columns = [
      { name: 'amount', type: 'integer', missing: 2, distinct: 5000, distinct_is_at_least: true, statistics },
      { name: evil, type: 'date', missing: 0, distinct: 1, range: { min: '2026-01-01', max: '2026-02-01' } },
    ];
    await show('analyze_csv', { path: 'data.csv', rows: 3, ragged_rows: 1, columns, sample: [['1', '2026-01-01']] });
    const text = find('[data-testid=csv-report-card]').textContent ?? '';
    for (const part of ['data.csv', '3 rows, 2 columns', '1 row has', 'integer', 'at least 5,000', '1 – 9000']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('2026-01-01 – 2026-02-01');
    expect(document.querySelectorAll('table')).toHaveLength(2);
    expect(document.querySelector('img')).toBeNull();
  });
});

it.each(['query_data', 'run_code', 'analyze_csv'])('a result of %s that is none stays plain', async (name) => {
  for (const value of [
    null,
    'text',
    7,
    [],
    {},
    { rows: 'x', columns: 1, console: 2 },
    { truncated: true, text: 'cut' },
  ]) {
    await show(name, value);
    expect(document.querySelector('[data-testid$=-card]')).toBeNull();
    document.body.replaceChildren();
  }
});

describe('numberText', () => {
  it('neither groups nor hides', () => {
    expect([2026, 9_007_199_254_740_991, 0.00012, 1 / 3, -1e-7].map(numberText)).toEqual([
      '2026',
      '9007199254740991',
      '0.00012',
      '0.33333333',
      '-1e-7',
    ]);
  });
});

describe('chartPoints', () => {
  const columns = ['x', 'y'];

  it('puts numbers where they belong and words side by side', () => {
    const line = chartPoints({ type: 'line', x: 'x', y: 'y' }, columns, [
      [0, 1],
      [10, 3],
      [5, 2],
    ]);
    expect(line?.points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 1],
      [0.5, 0.5],
    ]);
    const bars = chartPoints({ type: 'bar', x: 'x', y: 'y' }, columns, [
      ['a', 5],
      ['b', 10],
    ]);
    expect(bars?.points.map(({ x, y }) => [x, y])).toEqual([
      [0.25, 0.5],
      [0.75, 1],
    ]);
    expect(bars?.base).toBe(0);
  });

  it('draws no more than can be seen, and stays finite', () => {
    const many = Array.from({ length: 100 }, (_, at) => [`n${at}`, at]);
    expect(chartPoints({ type: 'bar', x: 'x', y: 'y' }, columns, many)).toMatchObject({ isPartly: true, max: 59 });
    const wild = chartPoints({ type: 'scatter', x: 'x', y: 'y' }, columns, [
      [-1e308, 1e308],
      [1e308, -1e308],
      [0, 0],
    ]);
    for (const { x, y } of wild?.points ?? []) expect([x >= 0 && x <= 1, y >= 0 && y <= 1]).toEqual([true, true]);
    expect(chartPoints({ type: 'bar', x: 'x', y: 'y' }, columns, [['a', 0]])?.points[0]?.y).toBe(0.5);
    expect(chartPoints({ type: 'bar', x: 'x', y: 'nothing' }, columns, [['a', 1]])).toBeNull();
  });
});
