'use client';

import { Pencil, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRef, useState } from 'react';
import { type TaskView, taskApi } from '@/lib/client/tasks';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { IconButton } from '../ui/icon-button';
import { useToast } from '../ui/toaster';
import { TaskDialog } from './task-dialog';
import { TaskLine } from './task-line';

interface TaskRowProps {
  readonly task: TaskView;
  readonly onChanged: () => Promise<unknown>;
  /** Where the focus goes when the row has left its list and has no neighbour. */
  readonly focusElsewhere: () => void;
}

export function TaskRow({ task, onChanged, focusElsewhere }: TaskRowProps) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);

  async function remove() {
    await taskApi.remove(task.id);
    await onChanged();
  }

  return (
    <li className="flex items-start gap-3 py-2.5 pr-2 pl-4">
      <CompletedBox task={task} onChanged={onChanged} focusElsewhere={focusElsewhere} />
      <div className="min-w-0 flex-1">
        <TaskLine task={task} />
        {task.detail !== '' && <p className="line-clamp-2 whitespace-pre-wrap text-dim text-xs">{task.detail}</p>}
        {task.session_id !== null && (
          <Link
            href={`/chat/${encodeURIComponent(task.session_id)}`}
            prefetch={false}
            className="text-faint text-xs underline underline-offset-3 hover:text-text"
          >
            {t('tasks.toChat')}
          </Link>
        )}
      </div>
      <IconButton label={t('tasks.edit', { title: task.title })} size="small" onClick={() => setEditing(true)}>
        <Pencil />
      </IconButton>
      <IconButton label={t('tasks.remove', { title: task.title })} size="small" danger onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <TaskDialog task={task} open={editing} onOpenChange={setEditing} onSaved={onChanged} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('tasks.deleteTitle', { title: task.title })}
        text={t('tasks.deleteText')}
        confirmLabel={t('common.delete')}
        onConfirm={remove}
      />
    </li>
  );
}

/** Completes and reopens; the focus stays in the list when the row goes to another one. */
function CompletedBox({ task, onChanged, focusElsewhere }: TaskRowProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const box = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const isDone = task.status === 'done';

  async function toggle() {
    const row = box.current?.closest('li');
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    setBusy(true);
    try {
      await taskApi.update(task.id, { status: isDone ? 'todo' : 'done' });
      const next = neighbour?.querySelector<HTMLInputElement>('input[type=checkbox]');
      if (next) next.focus();
      else focusElsewhere();
      await onChanged();
      show(t(isDone ? 'tasks.reopened' : 'tasks.completed', { title: task.title }), 'success');
    } catch (caught) {
      show(errorText(caught), 'error');
    } finally {
      setBusy(false);
    }
  }

  return (
    <input
      ref={box}
      type="checkbox"
      checked={isDone !== busy}
      aria-label={t('tasks.complete', { title: task.title })}
      aria-busy={busy || undefined}
      className="mt-0.5 size-4 shrink-0 accent-text"
      onChange={() => {
        if (!busy) void toggle();
      }}
    />
  );
}
