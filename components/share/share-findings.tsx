'use client';

import type { ShareFinding, SharePreview } from '@/lib/client/share-resources';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { Notice } from '../ui/notice';
import { SwitchRow } from '../ui/switch';
import { byPosition } from './by-position';
import type { ShareChoice } from './use-share-preview';

const kindLabels: Readonly<Record<string, PlainMessageKey>> = {
  own_key: 'sharing.secretKinds.own_key',
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
  identity_number: 'sharing.secretKinds.identity_number',
};

interface ShareFindingsProps {
  readonly preview: SharePreview;
  readonly include: ShareChoice;
  readonly onInclude: (include: ShareChoice) => void;
  /** Brings a message of the preview into view. */
  readonly onShow: (message: number) => void;
}

/** What may be secret or private: first what readers will see, then what is hidden from them. */
export function ShareFindings({ preview, include, onInclude, onShow }: ShareFindingsProps) {
  const t = useT();
  const { findings, unread_files } = preview;
  const seen = findings.filter(({ hidden }) => !hidden);
  const hidden = findings.filter((finding) => finding.hidden);
  const mayShow = include.secrets || hidden.some(({ kind }) => kind !== 'own_key');
  return (
    <>
      {seen.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">{t('sharing.secretsSeen')}</p>
          <FindingList findings={seen} onShow={onShow} />
        </Notice>
      )}
      {hidden.length > 0 && (
        <Notice tone="success">
          <p className="font-medium">{t('sharing.secretsHidden')}</p>
          <FindingList findings={hidden} onShow={onShow} />
        </Notice>
      )}
      {unread_files.length > 0 && (
        <Notice>{t('sharing.unreadFiles', { files: unread_files.join(', '), count: unread_files.length })}</Notice>
      )}
      {findings.length > 0 && mayShow && (
        <SwitchRow
          label={t('sharing.hideSecrets')}
          hint={t('sharing.hideSecretsHint')}
          checked={!include.secrets}
          onCheckedChange={(hides) => onInclude({ ...include, secrets: !hides })}
        />
      )}
    </>
  );
}

function FindingList({ findings, onShow }: { findings: readonly ShareFinding[]; onShow: (message: number) => void }) {
  return (
    <ul data-testid="share-findings" className="max-h-44 overflow-y-auto">
      {byPosition(findings).map(({ key, item }) => (
        <li key={key} className="flex flex-wrap items-baseline gap-x-2 text-dim">
          <FindingText finding={item} />
          <FindingPlace finding={item} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}

function FindingText({ finding: { kind, excerpt } }: { finding: ShareFinding }) {
  const t = useT();
  return (
    <>
      <span className="text-text">{t(kindLabels[kind] ?? 'sharing.secretKinds.other')}</span>
      <span className="break-all font-mono text-xs">{excerpt}</span>
    </>
  );
}

const partLabels: Readonly<Record<Exclude<ShareFinding['part'], 'text'>, PlainMessageKey>> = {
  title: 'sharing.secretPlaces.title',
  thinking: 'sharing.secretPlaces.thinking',
  tool: 'sharing.secretPlaces.tool',
  file: 'sharing.secretPlaces.file',
};

function FindingPlace({ finding, onShow }: { finding: ShareFinding; onShow: (message: number) => void }) {
  const t = useT();
  const { part, message, name } = finding;
  const within = part === 'text' ? null : name === null ? t(partLabels[part]) : `${t(partLabels[part])} ${name}`;
  if (message === null) return <span className="text-xs [overflow-wrap:anywhere]">{within}</span>;
  const place = t('sharing.secretPlaces.message', { number: message });
  return (
    <button
      type="button"
      className="text-xs underline underline-offset-3 hover:text-text"
      onClick={() => onShow(message)}
    >
      {within === null ? place : `${place} · ${within}`}
    </button>
  );
}
