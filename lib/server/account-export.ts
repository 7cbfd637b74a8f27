import 'server-only';
import { writeZip, type ZipFile } from '@/lib/archive/write-zip';
import type { AccountRows } from '@/lib/db/account-rows';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import { attachment, fileStem, streamOf } from './download';
import type { SessionExport } from './export';
import { isoOf } from './session-view';

export interface AccountExportDependencies {
  readonly rows: AccountRows;
  readonly sessionExport: Pick<SessionExport, 'writeJson' | 'readMarkdown'>;
  readonly files: Pick<FullWorkspaceStore, 'open'>;
  readonly now: () => number;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function* lines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function* once(make: () => Promise<string>): AsyncGenerator<string> {
  yield await make();
}

const readme = `Everything that one account of Metona holds, for its owner. An import of this archive takes back the
conversations with their files, the notes, tasks, memories and skills, and how things look; the rest is for reading.

sessions/    each conversation twice: as JSON with all its branches, and its current branch as Markdown
notes/       the notes as Markdown in their folders; notes.ndjson has them with their times
files/       the files of the conversations, in a folder for each
skills/      the skills with their files; skills.ndjson has them with their state
*.ndjson     one JSON object a line: runs, memories, notes, tasks, files, permissions granted, shared links
*.json       the profile, settings, providers, plugins and MCP servers

Keys, passwords, tokens, passphrases and the addresses of shared links are not in here.
`;

/** The parts of a path that came from a person, made harmless. */
const safePath = (path: string): string =>
  path
    .split('/')
    .map((part) => part.replace(/[<>:"\\|?*\p{Cc}]/gu, '_').replace(/^\.+$/, '_'))
    .filter((part) => part !== '')
    .join('/');

/** All that is a user's as one archive that is written while it is sent. */
export function createAccountExport({ rows, sessionExport, files, now }: AccountExportDependencies) {
  async function* tables(userId: string): AsyncGenerator<ZipFile> {
    yield { path: 'README.txt', content: readme };
    yield { path: 'manifest.json', content: json({ format: 'metona.account', version: 1, exported_at: isoOf(now()) }) };
    const whole = {
      profile: rows.profile,
      settings: rows.settings,
      providers: rows.providers,
      plugins: rows.plugins,
      mcp_servers: rows.mcpServers,
      note_folders: rows.noteFolders,
    };
    for (const [name, read] of Object.entries(whole)) {
      yield { path: `${name}.json`, content: once(async () => json(await read(userId))) };
    }
    const { runs, memories, notes, tasks, skills, grants, shares } = rows;
    const paged = { runs, memories, notes, tasks, skills, grants, shares, files: rows.files };
    for (const [name, read] of Object.entries(paged)) yield { path: `${name}.ndjson`, content: lines(read(userId)) };
  }

  async function* conversations(userId: string): AsyncGenerator<ZipFile> {
    for await (const row of rows.sessions(userId)) {
      const session = { ...row, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() };
      const path = `sessions/${fileStem(session.title)}-${session.id}`;
      yield { path: `${path}.json`, content: sessionExport.writeJson(userId, session, { withId: true }) };
      const markdown = () => sessionExport.readMarkdown(userId, session, { withThinking: true });
      yield { path: `${path}.md`, content: once(markdown) };
    }
  }

  async function* documents(userId: string): AsyncGenerator<ZipFile> {
    for await (const { id, title, content, folder } of rows.notes(userId)) {
      const place = folder === '' ? 'notes' : `notes/${safePath(folder)}`;
      yield { path: `${place}/${fileStem(title, 'note')}-${id}.md`, content };
    }
    for await (const skill of rows.skills(userId)) {
      for (const { path, content } of skill.files)
        yield { path: `skills/${safePath(skill.name)}/${safePath(path)}`, content };
    }
    for await (const row of rows.files(userId)) {
      const file = await files.open(userId, row.id);
      if (file === null) continue;
      yield { path: `files/${row.sessionId ?? 'unsent'}/${safePath(row.path)}`, content: file.chunks };
    }
  }

  async function* everything(userId: string): AsyncGenerator<ZipFile> {
    yield* tables(userId);
    yield* conversations(userId);
    yield* documents(userId);
  }

  return {
    async download(userId: string): Promise<Response> {
      const name = `metona-${isoOf(now()).slice(0, 10)}.zip`;
      return attachment(streamOf(writeZip(everything(userId), now())), { name, type: 'application/zip' });
    },
  };
}
