import { FileDown, Pencil, Pin, PinOff, RotateCcw, Share2, Square } from 'lucide-react';
import { openChat } from '@/lib/client/open-chat';
import { type SessionView, sessionApi } from '@/lib/client/run-api';
import { hasEnded } from '@/lib/client/run-view';
import { refreshSidebar } from '@/lib/client/use-sessions';
import type { PlainMessageKey } from '@/lib/i18n';
import type { Entry } from './entry';

type Labelled = (key: PlainMessageKey) => Pick<Entry, 'label' | 'words'>;

interface ChatSurroundings {
  readonly say: Labelled;
  readonly sessions: readonly SessionView[];
  readonly untitled: string;
  readonly onShare: (sessionId: string, title: string) => void;
}

/** A link that is followed without being on the page: the browser saves what it leads to. */
function download(path: string) {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

async function pin(session: SessionView) {
  await sessionApi.pin(session.id, !session.pinned);
  refreshSidebar();
}

/** What can be done with the conversation on the screen, as it is now. */
export function chatEntries({ say, sessions, untitled, onShare }: ChatSurroundings): readonly Entry[] {
  const chat = openChat();
  if (chat === null) return [];
  const { sessionId, title, turns, active, isStarting } = chat.store.state();
  const isBusy = isStarting || (active !== null && !hasEnded(active.view.status));
  const entries: Entry[] = [];
  if (isBusy) {
    const run = () => chat.store.stop();
    entries.push({ id: 'chat:stop', group: 'chat', icon: Square, ...say('layout.palette.stop'), run });
  }
  const question = turns.findLast((turn) => turn.kind === 'answer')?.question ?? null;
  if (!isBusy && question !== null) {
    const run = () => chat.again(question);
    entries.push({ id: 'chat:again', group: 'chat', icon: RotateCcw, ...say('layout.palette.again'), run });
  }
  if (sessionId === null) return entries;
  const session = sessions.find(({ id }) => id === sessionId);
  const share = () => onShare(sessionId, title ?? untitled);
  entries.push(
    { id: 'chat:share', group: 'chat', icon: Share2, ...say('layout.palette.share'), run: share },
    { id: 'chat:rename', group: 'chat', icon: Pencil, ...say('layout.palette.rename'), step: 'rename' },
  );
  if (session !== undefined) {
    const [icon, key] = session.pinned
      ? ([PinOff, 'layout.palette.unpin'] as const)
      : ([Pin, 'layout.palette.pin'] as const);
    entries.push({ id: 'chat:pin', group: 'chat', icon, ...say(key), run: () => pin(session) });
  }
  for (const [format, key] of [
    ['md', 'layout.palette.exportMarkdown'],
    ['json', 'layout.palette.exportJson'],
  ] as const) {
    const run = () => download(sessionApi.exportPath(sessionId, format));
    entries.push({ id: `chat:export-${format}`, group: 'chat', icon: FileDown, ...say(key), run });
  }
  return entries;
}

/** The title the palette was given for the conversation on the screen. */
export async function renameOpenChat(title: string): Promise<void> {
  const sessionId = openChat()?.store.state().sessionId ?? null;
  if (sessionId === null || title.trim() === '') return;
  await sessionApi.rename(sessionId, title.trim());
  refreshSidebar();
}
