'use client';

import { useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { Textarea } from '../ui/input';
import type { Editor } from './create-editor';

interface TextEditorProps {
  readonly text: string;
  /** Rises when `text` is no longer what was typed here. */
  readonly replaced: number;
  readonly onChange: (text: string) => void;
}

type Loading = 'loading' | 'ready' | 'failed';

/** The editor, loaded when it is first needed; a plain field when that fails. */
export function TextEditor({ text, replaced, onChange }: TextEditorProps) {
  const t = useT();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latest = useRef({ text, onChange });
  latest.current = { text, onChange };
  const [loading, setLoading] = useState<Loading>('loading');
  const [label, hint] = [t('notes.content'), t('notes.contentHint')];

  useEffect(() => {
    let isWanted = true;
    async function load() {
      const { createEditor } = await import('./create-editor');
      if (!isWanted || parent.current === null) return;
      editor.current = createEditor({
        parent: parent.current,
        text: latest.current.text,
        label,
        hint,
        onChange: (next) => latest.current.onChange(next),
      });
      setLoading('ready');
    }
    load().catch(() => setLoading('failed'));
    return () => {
      isWanted = false;
      editor.current?.destroy();
      editor.current = null;
    };
  }, [label, hint]);

  useEffect(() => {
    if (replaced > 0) editor.current?.replace(latest.current.text);
  }, [replaced]);

  if (loading === 'failed') {
    return (
      <div className="flex h-full min-h-0 flex-col gap-2 p-3">
        <p className="text-dim text-xs">{t('notes.editor.loadFailed')}</p>
        <Textarea
          aria-label={label}
          value={text}
          className="min-h-0 flex-1 resize-none font-mono"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    );
  }
  return (
    <div className="relative h-full min-h-0">
      <div ref={parent} data-testid="note-editor" className="h-full min-h-0 text-field sm:text-sm" />
      {loading === 'loading' && (
        <p role="status" className="absolute inset-x-4 top-3 text-faint text-sm">
          {t('notes.editor.loading')}
        </p>
      )}
    </div>
  );
}
