'use client';

import { useState } from 'react';
import { type McpServerView, type McpTest, mcpApi } from '@/lib/client/mcp';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Notice } from '../../ui/notice';
import { Time } from '../../ui/time';
import { useToast } from '../../ui/toaster';
import { McpFailureNotice } from './mcp-failure';
import { McpServerForm } from './mcp-form';
import { McpSignIn } from './mcp-sign-in';
import { McpTools } from './mcp-tools';

interface McpServerBodyProps {
  readonly server: McpServerView;
  readonly onChanged: () => Promise<unknown>;
}

/** All there is to say and to do about one server. */
export function McpServerBody({ server, onChanged }: McpServerBodyProps) {
  const t = useT();
  const errorText = useErrorText();
  const [isTesting, setIsTesting] = useState(false);
  const [tested, setTested] = useState<McpTest>();
  const [problem, setProblem] = useState<string>();

  async function test() {
    setIsTesting(true);
    setTested(undefined);
    setProblem(undefined);
    try {
      setTested(await mcpApi.test(server.id));
      await onChanged();
    } catch (caught) {
      setProblem(errorText(caught));
    } finally {
      setIsTesting(false);
    }
  }

  return (
    <>
      <McpStanding server={server} tested={tested} problem={problem} />
      <McpSignIn server={server} onChanged={onChanged} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={isTesting} onClick={() => void test()}>
          {isTesting ? t('mcp.testing') : t('mcp.test')}
        </Button>
        <span className="flex-1" />
        <RemoveMcpServer server={server} onRemoved={onChanged} />
      </div>
      <details open={server.state === 'failed'}>
        <summary className="w-fit cursor-pointer font-medium text-sm">{t('mcp.edit')}</summary>
        <div className="pt-3">
          <McpServerForm server={server} onChanged={onChanged} />
        </div>
      </details>
      <McpTools server={server} />
    </>
  );
}

interface McpStandingProps {
  readonly server: McpServerView;
  readonly tested: McpTest | undefined;
  readonly problem: string | undefined;
}

/** How the server did when it was last asked. */
function McpStanding({ server, tested, problem }: McpStandingProps) {
  const t = useT();
  const { name, error, server: info } = server;
  const count = server.tools.length;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {problem && <Notice tone="error">{problem}</Notice>}
      {tested?.ok && (
        <Notice tone="success">{t('mcp.testOk', { name, count, latency: Math.round(server.latency_ms ?? 0) })}</Notice>
      )}
      {error && error.code !== 'sign_in_needed' && <McpFailureNotice name={name} error={error} />}
      {info && (
        <p className="break-words text-dim">
          {t('mcp.reports', {
            name: revealLine(info.name),
            version: revealLine(info.version),
            protocol: revealLine(info.protocol_version),
          })}
        </p>
      )}
      {server.checked_at && (
        <p className="text-faint text-xs">
          {t('mcp.checked')} <Time value={server.checked_at} />
        </p>
      )}
    </div>
  );
}

function RemoveMcpServer({ server, onRemoved }: { server: McpServerView; onRemoved: () => Promise<unknown> }) {
  const t = useT();
  const show = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const { name } = server;

  async function remove() {
    await mcpApi.remove(server.id);
    show(t('mcp.removed', { name }), 'success');
    await onRemoved();
  }

  return (
    <>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t('mcp.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('mcp.removeTitle', { name })}
        text={t('mcp.removeText')}
        confirmLabel={t('common.remove')}
        onConfirm={remove}
      />
    </>
  );
}
