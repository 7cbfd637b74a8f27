'use client';

import { FileText, FolderOpen, Pencil, Plus } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { readSkillFiles, skillApi, skillFileName } from '@/lib/client/skills';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { useToast } from '../../ui/toaster';
import { SkillEditor } from './skill-editor';
import { useRefusalText } from './use-refusal-text';

interface AddSkillProps {
  readonly onAdded: () => Promise<unknown>;
  /** Told why nothing was added; undefined once something was. */
  readonly onProblem: (problem: string | undefined) => void;
}

const isArchive = ({ name, type }: File) => type === 'application/zip' || name.toLowerCase().endsWith('.zip');

function useUpload({ onAdded, onProblem }: AddSkillProps) {
  const t = useT();
  const show = useToast();
  const refusalText = useRefusalText();
  const [isBusy, setIsBusy] = useState(false);

  async function send(chosen: readonly File[]) {
    const [first] = chosen;
    if (first && chosen.length === 1 && isArchive(first)) return await skillApi.addArchive(first);
    const { files, unread } = await readSkillFiles(chosen);
    const [name] = unread;
    if (name !== undefined) throw new Error(t('skills.notText', { name }));
    const [only] = files;
    const isBare = only !== undefined && files.length === 1 && !only.path.includes('/');
    return await skillApi.add(isBare ? [{ ...only, path: skillFileName }] : files, 'upload');
  }

  async function upload(chosen: readonly File[]) {
    if (chosen.length === 0) return;
    setIsBusy(true);
    onProblem(undefined);
    try {
      const { name } = await send(chosen);
      await onAdded();
      show(t('skills.added', { name }), 'success');
    } catch (caught) {
      onProblem(caught instanceof Error && caught.name === 'Error' ? caught.message : refusalText(caught));
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, upload };
}

/** Writing a skill, or bringing one along as a file, an archive or a folder. */
export function AddSkill(props: AddSkillProps) {
  const t = useT();
  const { isBusy, upload } = useUpload(props);
  const [isWriting, setIsWriting] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), []);

  function onChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    void upload(chosen);
  }

  return (
    <>
      <Menu
        trigger={
          <Button busy={isBusy}>
            <Plus aria-hidden className="size-4" />
            {t('skills.add')}
          </Button>
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => setIsWriting(true)}>
          {t('skills.write')}
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => file.current?.click()}>
          {t('skills.fromFile')}
        </MenuItem>
        <MenuItem icon={<FolderOpen />} onSelect={() => folder.current?.click()}>
          {t('skills.fromFolder')}
        </MenuItem>
      </Menu>
      <input
        ref={file}
        type="file"
        hidden
        accept=".md,.zip,application/zip"
        data-testid="skill-file"
        onChange={onChosen}
      />
      <input ref={folder} type="file" hidden multiple onChange={onChosen} />
      {isWriting && <SkillEditor skill={null} onClose={() => setIsWriting(false)} onSaved={props.onAdded} />}
    </>
  );
}
