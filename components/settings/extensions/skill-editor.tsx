'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { type SkillDetail, type SkillFile, skillApi, skillFileName } from '@/lib/client/skills';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input, Select, Textarea } from '../../ui/input';
import { Notice } from '../../ui/notice';
import { useRefusalText } from './use-refusal-text';

interface SkillEditorProps {
  /** Null for a new one. */
  readonly skill: SkillDetail | null;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<unknown>;
}

function useSkillDraft({ skill, onClose, onSaved }: SkillEditorProps) {
  const t = useT();
  const refusalText = useRefusalText();
  const head = `---\nname: my-skill\ndescription: ${t('skills.editor.templateDescription')}\n---\n`;
  const start: readonly SkillFile[] = skill
    ? skill.files.map(({ path, content }) => ({ path, content }))
    : [{ path: skillFileName, content: `${head}\n${t('skills.editor.templateBody')}\n` }];
  const [files, setFiles] = useState(start);
  const [path, setPath] = useState<string>(skillFileName);
  const [isDirty, setIsDirty] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  function change(next: readonly SkillFile[], shown = path) {
    setFiles(next);
    setPath(shown);
    setIsDirty(true);
  }

  async function save() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      if (skill) await skillApi.change(skill.id, { files });
      else await skillApi.add(files, 'written');
      await onSaved();
      onClose();
    } catch (caught) {
      setProblem(refusalText(caught));
      setIsBusy(false);
    }
  }

  return {
    files,
    path,
    content: files.find((file) => file.path === path)?.content ?? '',
    isDirty,
    isBusy,
    problem,
    save,
    choose: setPath,
    write: (content: string) => change(files.map((file) => (file.path === path ? { path, content } : file))),
    add: (added: string) => {
      if (files.some((file) => file.path === added)) setPath(added);
      else change([...files, { path: added, content: '' }], added);
    },
    remove: () =>
      change(
        files.filter((file) => file.path !== path),
        skillFileName,
      ),
  };
}
type SkillDraft = ReturnType<typeof useSkillDraft>;

/** Writes the files of a skill; what is not saved is not thrown away by a stray Escape. */
export function SkillEditor(props: SkillEditorProps) {
  const t = useT();
  const draft = useSkillDraft(props);
  const [isLeaving, setIsLeaving] = useState(false);
  const { skill, onClose } = props;
  const leave = () => (draft.isDirty ? setIsLeaving(true) : onClose());
  return (
    <Dialog
      open
      wide
      onOpenChange={leave}
      title={skill ? t('skills.editor.editTitle', { name: skill.name }) : t('skills.editor.createTitle')}
      description={t('skills.editor.text')}
      footer={
        isLeaving ? (
          <>
            <p role="alert" className="mr-auto self-center text-sm">
              {t('skills.editor.unsaved')}
            </p>
            <Button variant="danger" onClick={onClose}>
              {t('skills.editor.discard')}
            </Button>
            <Button onClick={() => setIsLeaving(false)}>{t('skills.editor.keep')}</Button>
          </>
        ) : (
          <>
            <Button onClick={leave}>{t('common.cancel')}</Button>
            <Button variant="primary" busy={draft.isBusy} onClick={() => void draft.save()}>
              {skill ? t('skills.editor.save') : t('skills.editor.create')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <FileBar draft={draft} />
        <Textarea
          aria-label={t('skills.editor.content', { path: draft.path })}
          value={draft.content}
          onChange={(event) => draft.write(event.target.value)}
          spellCheck={false}
          className="min-h-[40dvh] font-mono"
        />
        {draft.problem && <Notice tone="error">{draft.problem}</Notice>}
      </div>
    </Dialog>
  );
}

function FileBar({ draft }: { draft: SkillDraft }) {
  const t = useT();
  const formId = useId();

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const added = String(new FormData(form).get('path')).trim();
    if (added === '') return;
    draft.add(added);
    form.reset();
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t('skills.editor.file')} className="flex-1 basis-44">
        {(control) => (
          <Select {...control} value={draft.path} onChange={(event) => draft.choose(event.target.value)}>
            {draft.files.map(({ path }) => (
              <option key={path} value={path}>
                {path}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {draft.path !== skillFileName && <Button onClick={draft.remove}>{t('skills.editor.removeFile')}</Button>}
      <form id={formId} onSubmit={onSubmit} className="flex min-w-0 flex-1 basis-60 items-end gap-2">
        <Field label={t('skills.editor.newFile')} className="flex-1">
          {(control) => (
            <Input
              {...control}
              name="path"
              maxLength={200}
              autoComplete="off"
              className="font-mono"
              placeholder={t('skills.editor.newFilePlaceholder')}
            />
          )}
        </Field>
        <Button type="submit" className="min-h-9">
          {t('skills.editor.addFile')}
        </Button>
      </form>
    </div>
  );
}
