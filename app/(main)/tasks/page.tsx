import type { Metadata } from 'next';
import { TasksView } from '@/components/tasks/tasks-view';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('tasks.title');
}

export default function TasksPage() {
  return <TasksView />;
}
