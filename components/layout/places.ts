import { Brain, FileText, InboxIcon, Link2, ListTodo, NotebookPen, Settings } from 'lucide-react';

/** Where one can go from everywhere. */
export const places = [
  { href: '/inbox', key: 'layout.inbox', icon: InboxIcon },
  { href: '/notes', key: 'layout.notes', icon: NotebookPen },
  { href: '/tasks', key: 'layout.tasks', icon: ListTodo },
  { href: '/files', key: 'layout.files', icon: FileText },
  { href: '/memories', key: 'layout.memories', icon: Brain },
  { href: '/shared-links', key: 'layout.sharedLinks', icon: Link2 },
  { href: '/settings', key: 'layout.settings', icon: Settings },
] as const;
