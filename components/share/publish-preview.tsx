'use client';

import { Eye } from 'lucide-react';
import useSWR from 'swr';
import { type ApiFailure, api } from '@/lib/client/api';
import type { ShareInclude, SharePreview } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Notice } from '../ui/notice';

interface PublishPreviewProps {
  readonly sessionId: string;
  readonly chatTitle: string;
  readonly include: Required<ShareInclude>;
}

const kindLabels: Readonly<Record<string, PlainMessageKey>> = {
  api_key: 'sharing.secretKinds.api_key',
  access_token: 'sharing.secretKinds.access_token',
  google_key: 'sharing.secretKinds.google_key',
  aws_key: 'sharing.secretKinds.aws_key',
  slack_token: 'sharing.secretKinds.slack_token',
  json_web_token: 'sharing.secretKinds.json_web_token',
  private_key: 'sharing.secretKinds.private_key',
  password: 'sharing.secretKinds.password',
  url_with_password: 'sharing.secretKinds.url_with_password',
  email: 'sharing.secretKinds.email',
  payment_card: 'sharing.secretKinds.payment_card',
};

/** Before anything is published: what readers will see, what they never see, and what in it may be private. */
export function PublishPreview({ sessionId, chatTitle, include }: PublishPreviewProps) {
  const t = useT();
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/shares/preview`;
  const { data } = useSWR<SharePreview, ApiFailure>(
    [path, include.thinking, include.tools, include.files],
    () => api.post<SharePreview>(path, { include }),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const also = [
    include.thinking && t('sharing.thinking'),
    include.tools && t('sharing.tools'),
    include.files && t('sharing.files'),
  ].filter((part) => part !== false);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-3 rounded-xl border border-line bg-bg/60 px-4 py-3 text-sm">
        <Eye aria-hidden className="mt-1 size-4 shrink-0 text-dim" />
        <div className="min-w-0">
          <p className="break-words font-medium">{data?.title ?? chatTitle}</p>
          {data && <p className="text-dim">{t('sharing.messageCount', { count: data.messages })}</p>}
          <p className="text-dim">{t('sharing.visibleText')}</p>
          {data && data.files.length > 0 && <NamedFiles files={data.files} />}
          {also.length > 0 && <p className="text-text">{t('sharing.alsoVisible', { parts: also.join(', ') })}</p>}
          <p className="text-faint text-xs">{t('sharing.neverVisible')}</p>
        </div>
      </div>
      {data && data.findings.length > 0 && <Findings findings={data.findings} />}
    </div>
  );
}

/** Each by name: a person may have forgotten what is there. */
function NamedFiles({ files }: { files: SharePreview['files'] }) {
  const t = useT();
  const format = useFormat();
  const named = files.map(({ name, size }) => `${name} (${format.bytes(size)})`).join(', ');
  return (
    <p data-testid="share-files" className="text-text [overflow-wrap:anywhere]">
      {t('sharing.filesNamed', { files: named })}
    </p>
  );
}

function Findings({ findings }: { findings: SharePreview['findings'] }) {
  const t = useT();
  const kinds = [...new Set(findings.map(({ kind }) => t(kindLabels[kind] ?? 'sharing.secretKinds.other')))];
  return (
    <Notice tone="warning">
      <p>{t('sharing.secretsFound', { names: kinds.join(', ') })}</p>
      <p className="break-all font-mono text-dim text-xs">
        {findings
          .slice(0, 6)
          .map(({ excerpt }) => excerpt)
          .join('  ')}
      </p>
    </Notice>
  );
}
