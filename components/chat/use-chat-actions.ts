'use client';

import { useRouter } from 'next/navigation';
import { useMemo, useRef } from 'react';
import { toApiFailure } from '@/lib/client/api';
import type { FileView } from '@/lib/client/files';
import { type BranchSwitch, sessionApi } from '@/lib/client/run-api';
import type { ChatStore } from '@/lib/client/run-chat-store';
import { type Branch, type ModelChoice, newMessageKey } from '@/lib/client/run-outgoing';
import { refreshSidebar } from '@/lib/client/use-sessions';
import type { MetonaStoredMessage } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { useToast } from '../ui/toaster';
import type { ChatActions } from './chat-actions';

interface Words {
  readonly text: string;
  readonly images: readonly string[];
  readonly files: readonly FileView[];
  readonly branch: Branch | null;
}

interface ChatActionOptions {
  readonly store: ChatStore;
  readonly choice: ModelChoice | null;
  readonly onEdit: (message: MetonaStoredMessage) => void;
  /** The conversation ends where the person wants to go on. */
  readonly onGoOn: () => void;
}

/** Everything that can be asked of a conversation. Keeps its identity, so that no message renders again because of it. */
export function useChatActions(options: ChatActionOptions): ChatActions & { send: (words: Words) => void } {
  const t = useT();
  const show = useToast();
  const router = useRouter();
  const latest = useRef(options);
  latest.current = options;
  return useMemo(() => {
    const send = (words: Words) => {
      const { store, choice } = latest.current;
      store.send({ ...words, key: newMessageKey(), choice });
    };
    const fork = async (messageId: string) => {
      const { sessionId } = latest.current.store.state();
      if (sessionId === null) return;
      try {
        const session = await sessionApi.fork(sessionId, messageId);
        refreshSidebar();
        router.push(`/chat/${encodeURIComponent(session.id)}`);
      } catch {
        show(t('chat.actions.forkFailed'), 'error');
      }
    };
    const switchTo = async (to: BranchSwitch) => {
      try {
        await latest.current.store.switchTo(to);
      } catch (caught) {
        const { code } = toApiFailure(caught).error;
        const text = code === 'conflict' ? t('branching.busy') : t('branching.failed', { reason: errorText(t, code) });
        show(text, 'warning');
      }
    };
    const changeSummary = async (messageId: string, content: string | null) => {
      const { store } = latest.current;
      const { sessionId } = store.state();
      if (sessionId === null) return;
      if (content === null) await sessionApi.undoSummary(sessionId, messageId);
      const message = content === null ? null : await sessionApi.editSummary(sessionId, messageId, content);
      store.changeSummary(messageId, message);
    };
    return {
      send,
      changeSummary,
      say: (text) => send({ text, images: [], files: [], branch: null }),
      again: (question) => {
        const last = latest.current.store.state().turns.findLast((turn) => turn.kind === 'user');
        if (last !== undefined && last.message.id !== question.id) show(t('branching.kept'));
        send({
          text: question.content,
          images: question.images?.map((image) => image.url) ?? [],
          files: [],
          branch: { kind: 'again', question },
        });
      },
      edit: (message) => latest.current.onEdit(message),
      fork: (messageId) => void fork(messageId),
      openBranch: (messageId) => switchTo({ branch_message_id: messageId }),
      goOnFrom: (messageId) => void switchTo({ head_message_id: messageId }).then(latest.current.onGoOn),
      stop: () => void latest.current.store.stop(),
    };
  }, [router, show, t]);
}
