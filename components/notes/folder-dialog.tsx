'use client';

import { useState } from 'react';
import { folderParent, noteApi } from '@/lib/client/notes';
import { normaliseFolder } from '@/lib/ir/note-folder';
import { useT } from '../i18n/i18n-provider';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

/** What is asked about a folder; `''` stands for the place of those that lie in no other. */
export interface FolderQuestion {
  readonly kind: 'create' | 'rename' | 'remove';
  readonly folder: string;
}

interface FolderDialogProps {
  readonly question: FolderQuestion;
  readonly onClose: () => void;
  /** The folder to show afterwards; null for all notes. */
  readonly onDone: (folder: string | null) => Promise<unknown>;
}

export function FolderDialog(props: FolderDialogProps) {
  return props.question.kind === 'remove' ? <RemoveFolder {...props} /> : <NameFolder {...props} />;
}

function NameFolder({ question: { kind, folder }, onClose, onDone }: FolderDialogProps) {
  const t = useT();
  const isNew = kind === 'create';
  const [name, setName] = useState(isNew ? '' : folder);
  const given = isNew && folder !== '' ? `${folder}/${name}` : name;
  const check = normaliseFolder(given);
  const isFlawed = name.trim() === '' || !check.ok;

  async function save() {
    const { path } = await (isNew ? noteApi.createFolder(given) : noteApi.renameFolder(folder, given));
    await onDone(path);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isNew ? t('notes.folders.create') : t('notes.folders.renameTitle', { folder })}
      text={isNew && folder !== '' ? t('notes.folders.inFolder', { folder }) : undefined}
      confirmLabel={t('common.save')}
      danger={false}
      disabled={isFlawed}
      onConfirm={save}
    >
      <Field
        label={t('notes.folders.name')}
        hint={t(isNew ? 'notes.folders.nameHint' : 'notes.folders.renameHint')}
        error={name !== '' && isFlawed ? t('notes.folders.flaw') : undefined}
      >
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </ConfirmDialog>
  );
}

function RemoveFolder({ question: { folder }, onClose, onDone }: FolderDialogProps) {
  const t = useT();

  async function remove() {
    await noteApi.removeFolder(folder);
    await onDone(folderParent(folder) || null);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('notes.folders.removeTitle', { folder })}
      text={t('notes.folders.removeText')}
      confirmLabel={t('notes.folders.removeConfirm')}
      onConfirm={remove}
    />
  );
}
