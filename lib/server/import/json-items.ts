import 'server-only';
import { UnreadableFile } from './byte-source';

/** One value of the list that a file holds, or the one value that it is; without bytes it was too large to keep. */
export interface JsonItem {
  readonly index: number;
  readonly bytes: Uint8Array | null;
  /** Less than the whole: the file ends in its middle. */
  readonly isCutOff: boolean;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Keeps the bytes of one value until it is too long. */
class Gathered {
  private pieces: Uint8Array[] = [];
  private size = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(piece: Uint8Array): void {
    this.size += piece.byteLength;
    if (this.size > this.most) this.pieces = [];
    else this.pieces.push(piece);
  }

  take(): Uint8Array | null {
    const whole = this.size > this.most ? null : new Uint8Array(Buffer.concat(this.pieces));
    this.pieces = [];
    this.size = 0;
    return whole;
  }
}

/** Where in a text of JSON a reader stands; told byte by byte, since no sign it looks for is part of another character. */
class Scanner {
  /** Null until the first sign; then whether the text is a list of values. */
  isList: boolean | null = null;
  isEnded = false;
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  /** Inside a value. */
  private inside = false;

  /** `begin`: the byte begins a value; `end`: it ends one; `after`: one ended right before it. */
  step(byte: number): 'begin' | 'end' | 'after' | null {
    if (this.isEnded) {
      if (isSpace(byte)) return null;
      throw new UnreadableFile('not_an_export');
    }
    if (this.isList === null) return this.first(byte);
    if (!this.inside) return this.between(byte);
    if (this.inString) return this.within(byte);
    return this.deeper(byte);
  }

  private first(byte: number): 'begin' | null {
    if (isSpace(byte)) return null;
    if (byte !== openList && byte !== openObject) throw new UnreadableFile('not_an_export');
    this.isList = byte === openList;
    return this.isList ? null : this.begin(byte);
  }

  private between(byte: number): 'begin' | null {
    if (isSpace(byte) || byte === comma) return null;
    if (byte === closeList) {
      this.isEnded = true;
      return null;
    }
    return this.begin(byte);
  }

  private begin(byte: number): 'begin' {
    this.inside = true;
    this.depth = byte === openObject || byte === openList ? 1 : 0;
    this.inString = byte === quote;
    return 'begin';
  }

  private within(byte: number): 'end' | null {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === backslash) this.isEscaped = true;
    else if (byte === quote) {
      this.inString = false;
      if (this.depth === 0) return this.end();
    }
    return null;
  }

  private deeper(byte: number): 'end' | 'after' | null {
    if (byte === quote) this.inString = true;
    else if (byte === openObject || byte === openList) this.depth += 1;
    else if (this.depth === 0 && (byte === comma || byte === closeList)) {
      this.inside = false;
      this.isEnded = byte === closeList;
      return 'after';
    } else if (byte === closeObject || byte === closeList) {
      this.depth -= 1;
      if (this.depth === 0) return this.end();
    }
    return null;
  }

  private end(): 'end' {
    this.inside = false;
    if (this.isList === false) this.isEnded = true;
    return 'end';
  }

  get isInside(): boolean {
    return this.inside;
  }
}

/**
 * The values of a list, one after the other, with no more of the file in memory than the longest of them. A file that is
 * one object is its only value. What a value says is not looked at.
 */
export async function* splitJson(pieces: AsyncIterable<Uint8Array>, maxItemBytes: number): AsyncGenerator<JsonItem> {
  const scanner = new Scanner();
  const gathered = new Gathered(maxItemBytes);
  let index = 0;
  let isStart = true;
  for await (const piece of pieces) {
    let from = 0;
    const skip = isStart && byteOrderMark.every((byte, at) => piece[at] === byte) ? byteOrderMark.length : 0;
    isStart = false;
    for (let at = skip; at < piece.length; at += 1) {
      const sign = scanner.step(piece[at] ?? 0);
      if (sign === null) continue;
      if (sign === 'begin') from = at;
      else {
        gathered.add(piece.slice(from, sign === 'end' ? at + 1 : at));
        yield { index, bytes: gathered.take(), isCutOff: false };
        index += 1;
      }
    }
    if (scanner.isInside) gathered.add(piece.slice(from));
  }
  if (scanner.isList === null) throw new UnreadableFile('not_an_export');
  if (scanner.isInside) yield { index, bytes: null, isCutOff: true };
  else if (!scanner.isEnded) throw new UnreadableFile('not_an_export');
}
