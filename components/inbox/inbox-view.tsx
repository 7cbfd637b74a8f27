'use client';

import { InboxIcon } from 'lucide-react';
import { useState } from 'react';
import { permissionPart } from '@/lib/client/run-parts';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { useWaiting, type Waiting } from '@/lib/client/use-waiting';
import type { PermissionRequest } from '@/lib/ir';
import { DecidedPermission } from '../chat/decided-permission';
import { useT } from '../i18n/i18n-provider';
import { ProposedMemory } from '../library/proposed-memory';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { InboxQuestions } from './inbox-questions';

/** Everything that waits for the person, answered in place, whichever conversation it belongs to. */
export function InboxView() {
  const t = useT();
  const waiting = useWaiting(true);
  const [decided, setDecided] = useState<readonly PermissionRequest[]>([]);
  const closed = new Set(decided.map((request) => request.id));
  const questions = waiting.questions.filter((request) => !closed.has(request.id));

  function settle(request: PermissionRequest) {
    setDecided((known) => [request, ...known.filter((one) => one.id !== request.id)]);
    refreshSidebar();
  }

  return (
    <Page title={t('layout.inbox')} text={t('inbox.text')}>
      <LoadState data={waiting.isLoaded ? waiting : undefined} error={waiting.error} retry={waiting.refresh}>
        {() => (
          <>
            {questions.length > 0 && <InboxQuestions questions={questions} onSettled={settle} />}
            <Proposals waiting={waiting} />
            {questions.length === 0 && waiting.memories.length === 0 && (
              <EmptyState icon={<InboxIcon />} title={t('inbox.empty')} text={t('inbox.emptyText')} />
            )}
            <Decided requests={decided} />
          </>
        )}
      </LoadState>
    </Page>
  );
}

function Proposals({ waiting }: { waiting: Waiting }) {
  const t = useT();
  if (waiting.memories.length === 0) return null;
  return (
    <Section title={t('inbox.memories')} text={t('library.memories.proposedText')}>
      <ul className="flex flex-col gap-2">
        {waiting.memories.map((memory) => (
          <ProposedMemory key={memory.id} memory={memory} onDecided={waiting.refresh} />
        ))}
      </ul>
    </Section>
  );
}

/** What became of the questions answered here: nothing vanishes without a word. */
function Decided({ requests }: { requests: readonly PermissionRequest[] }) {
  const t = useT();
  return (
    <section aria-label={t('inbox.decided')} role="status" className="flex flex-col gap-1.5">
      {requests.map((request) => (
        <DecidedPermission key={request.id} part={permissionPart(request)} />
      ))}
    </section>
  );
}
