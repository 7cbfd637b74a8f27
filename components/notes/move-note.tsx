'use client';

import { useState } from 'react';
import { type NoteFolderView, type NoteSummaryView, type NoteView, noteApi } from '@/lib/client/notes';
import { normaliseFolder } from '@/lib/ir/note-folder';
import { useT } from '../i18n/i18n-provider';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { useToast } from '../ui/toaster';

interface MoveNoteProps {
  readonly note: NoteSummaryView;
  readonly folders: readonly NoteFolderView[];
  readonly onClose: () => void;
  readonly onMoved: (note: NoteView) => Promise<unknown>;
}

/** No folder has this name: it is no spelling of one. */
const another = '/';

/** Asks where a note shall go: a folder there is, none, or a new one. */
export function MoveNote({ note, folders, onClose, onMoved }: MoveNoteProps) {
  const t = useT();
  const show = useToast();
  const [choice, setChoice] = useState(note.folder);
  const [fresh, setFresh] = useState('');
  const given = choice === another ? fresh : choice;
  const check = normaliseFolder(given);
  const isFlawed = !check.ok || (choice === another && check.path === '');

  async function move() {
    const moved = await noteApi.move(note.id, given);
    await onMoved(moved);
    show(moved.folder === '' ? t('notes.move.doneNone') : t('notes.move.done', { folder: moved.folder }));
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('notes.move.title', { title: note.title || t('notes.untitled') })}
      confirmLabel={t('notes.move.confirm')}
      danger={false}
      disabled={isFlawed}
      onConfirm={move}
    >
      <Field label={t('notes.move.to')}>
        {(control) => (
          <Select {...control} value={choice} onChange={(event) => setChoice(event.target.value)}>
            <option value="">{t('notes.folders.none')}</option>
            {folders
              .filter(({ path }) => path !== '')
              .map(({ path }) => (
                <option key={path} value={path}>
                  {path}
                </option>
              ))}
            <option value={another}>{t('notes.move.toNew')}</option>
          </Select>
        )}
      </Field>
      {choice === another && (
        <Field
          label={t('notes.folders.name')}
          hint={t('notes.folders.nameHint')}
          error={fresh !== '' && isFlawed ? t('notes.folders.flaw') : undefined}
        >
          {(control) => <Input {...control} value={fresh} onChange={(event) => setFresh(event.target.value)} />}
        </Field>
      )}
    </ConfirmDialog>
  );
}
