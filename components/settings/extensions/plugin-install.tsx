'use client';

import { useState } from 'react';
import { type PluginPreview, pluginApi } from '@/lib/client/plugins';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { useToast } from '../../ui/toaster';
import { PluginOffer } from './plugin-offer';
import { PluginSource } from './plugin-source';
import { useRefusalText } from './use-refusal-text';

interface InstallPluginProps {
  /** Where it came from, when it is there already. */
  readonly sourceUrl: string | null;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

const sourceFormId = 'plugin-source';

function useInstall({ onClose, onDone }: InstallPluginProps) {
  const t = useT();
  const show = useToast();
  const refusalText = useRefusalText();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = useState<PluginPreview>();

  async function attempt(work: () => Promise<void>) {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (caught) {
      setProblem(refusalText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    problem,
    preview,
    back: () => {
      setPreview(undefined);
      setProblem(undefined);
    },
    look: (from: { manifest: string } | { url: string } | null) => {
      if (from === null) return setProblem(t('plugins.from.nothing'));
      return void attempt(async () => setPreview(await pluginApi.preview(from)));
    },
    accept: (shown: PluginPreview) =>
      void attempt(async () => {
        await pluginApi.accept(shown);
        await onDone();
        const name = revealLine(shown.name);
        show(shown.installed ? t('plugins.updated', { name }) : t('plugins.installed', { name }), 'success');
        onClose();
      }),
  };
}

/** From an address or a manifest to a look at everything in it, and only then to the yes. */
export function InstallPlugin(props: InstallPluginProps) {
  const t = useT();
  const { isBusy, problem, preview, back, look, accept } = useInstall(props);
  const name = preview ? revealLine(preview.name) : '';
  const isSame = preview?.installed?.version === preview?.version && preview?.installed?.changes.length === 0;
  const question = preview?.installed
    ? t('plugins.preview.updateTitle', { name })
    : t('plugins.preview.installTitle', { name });
  return (
    <Dialog
      open
      wide
      onOpenChange={props.onClose}
      title={preview ? question : t('plugins.from.title')}
      description={preview ? undefined : t('plugins.from.intro')}
      footer={
        preview ? (
          <>
            <Button onClick={back}>{t('plugins.preview.back')}</Button>
            <Button variant="primary" busy={isBusy} disabled={isSame} onClick={() => accept(preview)}>
              {preview.installed ? t('plugins.preview.update') : t('plugins.preview.install')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={props.onClose}>{t('common.cancel')}</Button>
            <Button type="submit" form={sourceFormId} variant="primary" busy={isBusy}>
              {t('plugins.from.show')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="error">{problem}</Notice>}
        {preview ? (
          <PluginOffer preview={preview} isSame={isSame} />
        ) : (
          <PluginSource formId={sourceFormId} sourceUrl={props.sourceUrl} onGiven={look} />
        )}
      </div>
    </Dialog>
  );
}
