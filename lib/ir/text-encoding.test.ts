import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeText } from './text-encoding';

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const orders = new Uint8Array(readFileSync('tests/support/orders-gb18030.csv'));

describe('the encoding of a text', () => {
  it.each([
    ['nothing', new Uint8Array(), 'utf-8'],
    ['plain signs', latin('a,b\n1,2\n'), 'utf-8'],
    ['Chinese in UTF-8', new TextEncoder().encode('城市,数量\n北京,1\n'), 'utf-8'],
    ['a mark of UTF-8', new TextEncoder().encode('\ufeffa,b'), 'utf-8'],
    ['a mark of UTF-16', utf16('\ufeff城市,数量\n'), 'utf-16le'],
    ['the other mark of UTF-16', utf16('\ufeff城市,数量\n', true), 'utf-16be'],
    ['UTF-16 without a mark', utf16('name,age\nAda,36\n'), 'utf-16le'],
    ['UTF-16 the other way', utf16('城市,数量\n北京,1\n', true), 'utf-16be'],
    ['a table from a Chinese spreadsheet', orders, 'gb18030'],
  ])('of %s is told', (_name, bytes, encoding) => {
    const decoded = decodeText(bytes);
    expect(decoded?.encoding).toBe(encoding);
    expect(decoded?.text.startsWith('\ufeff')).toBe(false);
  });

  it('gives every sign of the table, also those of four bytes', () => {
    const text = decodeText(orders)?.text ?? '';
    expect(text.split('\r\n')[0]).toBe('订单号,城市,产品名称,数量,单价（元）,下单日期,备注');
    expect(text).toContain('A1003,广州,普洱茶,3,128.00,2026-11-03,𠮷先生');
  });

  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82])],
    ['an archive', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 8, 8, 8, 0, 33, 34, 35, 36, 37, 38])],
    ['half a sign behind a mark', new Uint8Array([0xff, 0xfe, 0x61])],
    ['UTF-32', new Uint8Array([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['a text cut in a sign', orders.subarray(0, 3)],
    ['Western letters that decode as rare signs', latin('M\xfcller;Stra\xdfe;K\xf6ln;Gr\xf6\xdfe\n'.repeat(20))],
    ['a control sign', latin('a\u0007b')],
    ['zeros', new Uint8Array(64)],
    ['noise', Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256)],
  ])('is none of ours for %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBeNull();
  });
});
