'use client';

import { MessageSquare } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { type KnowledgeAnswerView, knowledgeApi } from '@/lib/client/knowledge';
import { useApi } from '@/lib/client/use-api';
import { useSearch } from '@/lib/client/use-sessions';
import { revealLine } from '../chat/visible-text';
import { useT } from '../i18n/i18n-provider';
import { sourceIcons } from '../markdown/citation';
import type { Entry } from './entry';

const restMs = 180;
const mostChats = 8;

/** The words once they have been left alone for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** What the server finds: chats by their text, notes and files by their words. No model is asked. */
export function useFound(query: string): { entries: readonly Entry[]; isLoading: boolean } {
  const t = useT();
  const router = useRouter();
  const wanted = useRested(query.trim());
  const chats = useSearch(wanted);
  const path =
    wanted === '' ? null : knowledgeApi.search(wanted, { kinds: ['note', 'file'], limit: 6, wordsOnly: true });
  const others = useApi<KnowledgeAnswerView>(path, { keepPreviousData: true, shouldRetryOnError: false });
  if (query.trim() === '') return { entries: [], isLoading: false };
  const fromChats = chats.hits.slice(0, mostChats).map((hit): Entry => {
    const place = hit.message_id === null ? '' : `?message=${encodeURIComponent(hit.message_id)}`;
    return {
      id: hit.message_id === null ? `chat:${hit.session_id}` : `message:${hit.message_id}`,
      group: 'chats',
      icon: MessageSquare,
      label: hit.title ?? t('chat.untitled'),
      ...(hit.message_id !== null && { detail: revealLine(hit.snippet) }),
      isFound: true,
      run: () => router.push(`/chat/${encodeURIComponent(hit.session_id)}${place}`),
    };
  });
  const fromLibrary = (others.data?.hits ?? []).map((hit): Entry => {
    return {
      id: `found:${hit.href}`,
      group: 'library',
      icon: sourceIcons[hit.kind],
      label: revealLine(hit.title) || t('knowledge.untitled'),
      detail: revealLine(hit.snippet),
      isFound: true,
      run: () => router.push(hit.href),
    };
  });
  const isLoading = wanted !== query.trim() || chats.isLoading || others.isLoading;
  return { entries: [...fromChats, ...fromLibrary], isLoading };
}
