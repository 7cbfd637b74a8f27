import { readdirSync, readFileSync } from 'node:fs';

export interface CorpusNote {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

const folder = new URL('./notes/', import.meta.url);
const heading = /^# (?<title>.+) \{#(?<name>[a-z0-9-]+)\}\n\n(?<content>[\s\S]+)$/;

function readNote(text: string): CorpusNote {
  const { title, name, content } = heading.exec(text)?.groups ?? {};
  if (!title || !name || !content) throw new Error(`this is no note: ${text.slice(0, 80)}`);
  return { name, title, content: content.trim() };
}

/** All notes of the corpus, always in the same order. */
export function readCorpus(): CorpusNote[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    return text.split(/^(?=# )/m).map(readNote);
  });
}
